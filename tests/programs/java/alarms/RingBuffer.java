// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The head does not wrap around. */
class RingBuffer {
    private final int[] slots = new int[4];
    private int head;
    private int used;

    void add(int value) {
        if (used < slots.length) {
            slots[(head + used) % slots.length] = value;
            used++;
        }
    }

    int take() {
        if (used == 0) {
            return -1;
        }
        int value = slots[head]; // expect: refuted array-index
        head = head + 1;
        used--;
        return value;
    }

    public static void main(String[] args) {
        RingBuffer ring = new RingBuffer();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean()) {
                ring.add(Verifier.nondetInt());
            } else {
                ring.take();
            }
        }
    }
}
