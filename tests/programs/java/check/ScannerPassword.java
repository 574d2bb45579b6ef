import java.util.Scanner;

class ScannerPassword {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        if (!in.hasNextLine()) {
            return;
        }
        String word = in.nextLine();
        if (word.length() == 5 && word.startsWith("s3") && word.endsWith("!") && word.charAt(2) == word.charAt(3)) {
            throw new IllegalStateException("open"); // expect: refuted exception
        }
    }
}
