// A call of a method of nothing.
import org.sosy_lab.sv_benchmarks.Verifier;

class NullReceiver {
    int twice(int n) {
        return 2 * n;
    }

    static NullReceiver choose(boolean some) {
        return some ? new NullReceiver() : null;
    }

    public static void main(String[] args) {
        NullReceiver receiver = choose(Verifier.nondetBoolean());
        receiver.twice(21); // expect: refuted null-pointer
    }
}
