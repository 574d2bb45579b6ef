// expect: proved
// A `return` in `finally` replaces the exception.
import org.sosy_lab.sv_benchmarks.Verifier;

class FinallyLosesException {
    @SuppressWarnings("finally")
    static int divide(int a, int b) {
        try {
            return a / b;
        } finally {
            return 5;
        }
    }

    public static void main(String[] args) {
        assert divide(Verifier.nondetInt(), Verifier.nondetInt()) == 5;
    }
}
