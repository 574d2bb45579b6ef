import java.util.Scanner;

/** The line that a number stands in is not over when the number was read. */
class ScannerLeftLine {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        if (in.hasNextInt() && in.nextInt() == 3 && in.hasNextLine()) {
            assert !in.nextLine().isEmpty(); // expect: refuted assert
        }
    }
}
