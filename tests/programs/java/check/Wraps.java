// expect: proved
// Integers wrap around, and shifts take the distance modulo the width.
import org.sosy_lab.sv_benchmarks.Verifier;

class Wraps {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert n + 1 - 1 == n;
        assert n << 33 == n << 1;
        assert (n >>> 28) < 16;
        assert (byte) n == (byte) (n & 0xff);
        long wide = n;
        assert wide + 1 > n;
    }
}
