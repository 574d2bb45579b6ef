// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A queue in a ring. */
class RingBufferOk {
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
        int value = slots[head];
        head = (head + 1) % slots.length;
        used--;
        return value;
    }

    public static void main(String[] args) {
        RingBufferOk ring = new RingBufferOk();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean()) {
                ring.add(Verifier.nondetInt());
            } else {
                ring.take();
            }
        }
    }
}
