// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** An empty stack has no top. */
class LinkedStack {
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
        int value = top.value; // expect: refuted null-pointer
        top = top.next;
        return value;
    }

    public static void main(String[] args) {
        LinkedStack stack = new LinkedStack();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean()) {
                stack.push(Verifier.nondetInt());
            } else {
                stack.pop();
            }
        }
    }
}
