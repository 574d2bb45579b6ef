public class Algorithms {
    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static boolean isPrime(int n) {
        for (int i = 2; i * i <= n; i++) {
            if (n % i == 0) {
                return false;
            }
        }
        return n > 1;
    }

    static void quicksort(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int swap = a[i];
                a[i++] = a[j];
                a[j--] = swap;
            }
        }
        quicksort(a, low, j);
        quicksort(a, i, high);
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static long[][] multiply(long[][] a, long[][] b) {
        long[][] c = new long[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    static int hanoi(int n, char from, char to, char via) {
        return n == 0 ? 0 : hanoi(n - 1, from, via, to) + 1 + hanoi(n - 1, via, to, from);
    }

    public static void main(String[] args) {
        System.out.println(fibonacci(15));
        int primes = 0;
        for (int i = 0; i < 500; i++) {
            primes += isPrime(i) ? 1 : 0;
        }
        System.out.println(primes);
        int[] numbers = new int[60];
        int seed = 12345;
        for (int i = 0; i < numbers.length; i++) {
            seed = seed * 1103515245 + 12345;
            numbers[i] = seed >>> 20;
        }
        quicksort(numbers, 0, numbers.length - 1);
        for (int i = 1; i < numbers.length; i++) {
            assert numbers[i - 1] <= numbers[i];
        }
        System.out.println(numbers[0] + " " + numbers[59]);
        System.out.println(queens(6, 0, 0, 0, 0));
        long[][] fib = {{1, 1}, {1, 0}};
        long[][] power = fib;
        for (int i = 0; i < 40; i++) {
            power = multiply(power, fib);
        }
        System.out.println(power[0][0]);
        System.out.println(hanoi(7, 'A', 'C', 'B'));
    }
}
