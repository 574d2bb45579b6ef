import java.util.Scanner;

class ScannerSum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        while (in.hasNextInt()) {
            sum += in.nextInt();
        }
        assert sum != 42; // expect: refuted assert
    }
}
