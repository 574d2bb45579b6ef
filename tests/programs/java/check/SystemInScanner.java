import java.util.Scanner;

class SystemInScanner {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextLine()) {
            String line = scanner.nextLine();
            assert !line.equals("q"); // expect: refuted assert
        }
    }
}
