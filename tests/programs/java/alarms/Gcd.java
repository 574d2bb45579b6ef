// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The divisor becomes zero. */
class Gcd {
    static int gcd(int a, int b) {
        int rest = a % b; // expect: refuted arithmetic
        return rest == 1 ? rest : gcd(b, rest);
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
