// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** One more than the upper end is counted. */
class Counter {
    private int count;
    private final int most;

    Counter(int most) {
        this.most = most;
    }

    void increment() {
        if (count <= most) {
            count++;
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter(7);
        while (Verifier.nondetBoolean()) {
            counter.increment();
        }
        int[] names = new int[8];
        names[counter.count] = 1; // expect: refuted array-index
        assert counter.count >= 0;
    }
}
