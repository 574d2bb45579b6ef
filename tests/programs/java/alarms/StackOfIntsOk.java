// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A stack in an array of fixed size. */
class StackOfIntsOk {
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
        if (top == 0) {
            return 0;
        }
        return items[--top];
    }

    public static void main(String[] args) {
        StackOfIntsOk stack = new StackOfIntsOk();
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
