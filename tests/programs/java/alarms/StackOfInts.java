// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** An empty stack gives something. */
class StackOfInts {
    private final int[] items = new int[8];
    private int top;

    boolean push(int item) {
        if (top == items.length) {
            return false;
        }
        items[top++] = item;
        return true;
    }

    int pop() {
        return items[--top]; // expect: refuted array-index
    }

    public static void main(String[] args) {
        StackOfInts stack = new StackOfInts();
        int steps = Verifier.nondetInt();
        for (int i = 0; i < steps; i++) {
            if (Verifier.nondetBoolean()) {
                stack.push(i);
            } else {
                stack.pop();
            }
        }
    }
}
