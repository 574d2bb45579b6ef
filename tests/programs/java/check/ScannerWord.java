import java.util.Scanner;

class ScannerWord {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        if (in.hasNext()) {
            assert !in.next().equals("end"); // expect: refuted assert
        }
    }
}
