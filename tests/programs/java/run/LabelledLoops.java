public class LabelledLoops {
    public static void main(String[] args) {
        int found = -1;
        outer:
        for (int i = 2; i < 100; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) {
                    continue outer;
                }
            }
            if (i > 50) {
                found = i;
                break outer;
            }
        }
        System.out.println(found);
        block: {
            if (found > 10) {
                System.out.println("leaving");
                break block;
            }
            System.out.println("never");
        }
        int i = 0;
        int steps = 0;
        do {
            i += 3;
            if (i % 2 == 0) {
                continue;
            }
            steps++;
        } while (i < 20);
        System.out.println(i + " " + steps);
        for (int a = 0, b = 10; a < b; a++, b--) {
            System.out.print(a * b + " ");
        }
        System.out.println();
        int[][] triangle = new int[6][];
        for (int row = 0; row < triangle.length; row++) {
            triangle[row] = new int[row + 1];
            for (int column = 0; column <= row; column++) {
                triangle[row][column] = column == 0 || column == row
                        ? 1
                        : triangle[row - 1][column - 1] + triangle[row - 1][column];
            }
        }
        for (int number : triangle[5]) {
            System.out.print(number + " ");
        }
        System.out.println();
        while (true) {
            if (i-- < 0) {
                break;
            }
        }
        System.out.println(i);
    }
}
