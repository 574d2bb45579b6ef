import java.util.Scanner;

class ScannerOfString {
    public static void main(String[] args) {
        Scanner in = new Scanner("3 apples 4\nlast line");
        int few = in.nextInt();
        String what = in.next();
        int more = in.nextInt();
        in.nextLine();
        assert few + more == 7 && what.equals("apples");
        assert !in.nextLine().equals("last line"); // expect: refuted assert
    }
}
