// expect: proved
// What is caught is no violation.
import org.sosy_lab.sv_benchmarks.Verifier;

class CaughtIndex {
    public static void main(String[] args) {
        int[] a = new int[3];
        int index = Verifier.nondetInt();
        boolean inside = true;
        try {
            a[index] = 1;
        } catch (ArrayIndexOutOfBoundsException outside) {
            inside = false;
        }
        assert inside == (index >= 0 && index < 3);
    }
}
