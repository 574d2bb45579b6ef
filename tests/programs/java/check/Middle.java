// The famous overflow of binary search.
import org.sosy_lab.sv_benchmarks.Verifier;

class Middle {
    public static void main(String[] args) {
        int low = Verifier.nondetInt();
        int high = Verifier.nondetInt();
        Verifier.assume(0 <= low && low <= high);
        int middle = (low + high) / 2;
        assert low <= middle && middle <= high; // expect: refuted assert
    }
}
