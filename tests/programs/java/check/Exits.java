// expect: proved
// After `System.exit` nothing happens any more.
import org.sosy_lab.sv_benchmarks.Verifier;

class Exits {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 0) {
            System.exit(3);
        }
        assert n >= 0;
    }
}
