// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A counter with an upper end. */
class CounterOk {
    private int count;
    private final int most;

    CounterOk(int most) {
        this.most = most;
    }

    void increment() {
        if (count < most) {
            count++;
        }
    }

    public static void main(String[] args) {
        CounterOk counter = new CounterOk(7);
        while (Verifier.nondetBoolean()) {
            counter.increment();
        }
        int[] names = new int[8];
        names[counter.count] = 1;
        assert counter.count >= 0;
    }
}
