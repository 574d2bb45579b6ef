import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

class ScannerDivision {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int quotient;
        try {
            int dividend = in.nextInt();
            int divisor = in.nextInt();
            quotient = divisor > 9 ? 0 : dividend / divisor; // expect: refuted arithmetic
        } catch (InputMismatchException e) {
            quotient = 1;
        } catch (NoSuchElementException e) {
            quotient = 2;
        }
        System.out.println(quotient);
    }
}
