// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A stack of linked nodes. */
class LinkedStackOk {
    private static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node top;

    void push(int value) {
        top = new Node(value, top);
    }

    int pop() {
        if (top == null) {
            return 0;
        }
        int value = top.value;
        top = top.next;
        return value;
    }

    public static void main(String[] args) {
        LinkedStackOk stack = new LinkedStackOk();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean()) {
                stack.push(Verifier.nondetInt());
            } else {
                stack.pop();
            }
        }
    }
}
