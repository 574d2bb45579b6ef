import java.util.Scanner;

class ScannerName {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        if (in.hasNextLine()) {
            String name = in.nextLine();
            char first = name.charAt(0); // expect: refuted exception
            System.out.println("Hello, " + Character.toUpperCase(first));
        }
    }
}
