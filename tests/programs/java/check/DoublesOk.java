// expect: proved
// Conversions saturate; not-a-number becomes zero.
import org.sosy_lab.sv_benchmarks.Verifier;

class DoublesOk {
    public static void main(String[] args) {
        double a = Verifier.nondetDouble();
        int n = (int) a;
        if (a != a) {
            assert n == 0;
        } else if (a >= 2147483647.0) {
            assert n == Integer.MAX_VALUE;
        } else if (a <= -2147483648.0) {
            assert n == Integer.MIN_VALUE;
        } else if (a > -1 && a < 1) {
            assert n == 0;
        }
    }
}
