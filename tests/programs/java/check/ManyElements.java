// An array that is full after many iterations.
import org.sosy_lab.sv_benchmarks.Verifier;

class ManyElements {
    public static void main(String[] args) {
        int[] elements = new int[600];
        int used = 0;
        while (Verifier.nondetInt() != 0) {
            elements[used] = used; // expect: refuted array-index
            used += 2;
        }
    }
}
