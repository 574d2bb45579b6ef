import java.util.Scanner;

class SystemInScanner {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextInt()) {
            int n = scanner.nextInt();
            System.out.println(100 / n); // expect: refuted arithmetic
        }
    }
}
