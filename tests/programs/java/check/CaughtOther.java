// The handler is for another exception.
import org.sosy_lab.sv_benchmarks.Verifier;

class CaughtOther {
    public static void main(String[] args) {
        int[] a = new int[3];
        int index = Verifier.nondetInt();
        Verifier.assume(index < 3);
        try {
            a[index] = 1; // expect: refuted array-index
        } catch (NullPointerException | ArithmeticException other) {
            a[0] = 2;
        }
    }
}
