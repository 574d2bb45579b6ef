// A NumberFormatException of the program's own.
import org.sosy_lab.sv_benchmarks.Verifier;

class ThrownNumberFormat {
    static int digit(char c) {
        if (c < '0' || c > '9') {
            throw new NumberFormatException("not a digit"); // expect: refuted number-format
        }
        return c - '0';
    }

    public static void main(String[] args) {
        digit(Verifier.nondetChar());
    }
}
