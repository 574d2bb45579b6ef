// The place of an exception is where it was made.
import org.sosy_lab.sv_benchmarks.Verifier;

class Rethrown {
    static int at(int[] a, int i) {
        return a[i]; // expect: refuted array-index
    }

    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        try {
            at(new int[5], i & 7);
        } catch (RuntimeException e) {
            throw e;
        }
    }
}
