// expect: proved
// time: 20s
// open: the depth of the recursion is not bounded
import org.sosy_lab.sv_benchmarks.Verifier;

/** The greatest common divisor by recursion. */
class GcdOk {
    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        if (a > 0 && b > 0 && a < 50 && b < 50) {
            int divisor = gcd(a, b);
            assert divisor < 50;
        }
    }
}
