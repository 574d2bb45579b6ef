// A scanner reads hexadecimal fractions as well.
// open: they are not followed
import java.util.Scanner;

public class ScannerHexFloat {
    public static void main(String[] args) {
        assert !new Scanner("0x1.8p1").hasNextDouble(); // expect: refuted assert
    }
}
