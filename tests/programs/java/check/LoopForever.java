// expect: proved
// A loop without an end whose states repeat.
import org.sosy_lab.sv_benchmarks.Verifier;

class LoopForever {
    public static void main(String[] args) {
        int state = 0;
        while (true) {
            boolean go = Verifier.nondetBoolean();
            state = go ? (state + 1) % 5 : 0;
            assert state < 5;
        }
    }
}
