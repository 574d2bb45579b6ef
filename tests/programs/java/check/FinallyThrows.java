// The exception of `finally` replaces the other.
import org.sosy_lab.sv_benchmarks.Verifier;

class FinallyThrows {
    static int[] log = new int[2];
    static int used;

    static void use(int n) {
        try {
            if (n == 3) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException expected) {
            used++;
        } finally {
            log[used++] = n; // expect: refuted array-index
        }
    }

    public static void main(String[] args) {
        use(Verifier.nondetInt());
        use(Verifier.nondetInt());
    }
}
