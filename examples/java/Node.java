/**
 * The first element of a list that is greater than a limit: Figure 2 of Anand, Păsăreanu and
 * Visser, "Symbolic Execution with Abstraction".
 *
 * <pre>concrex check --entry Node.find examples/java/Node.java</pre>
 *
 * starts from all lists at once. The loop may run any number of times, but after two rounds every
 * state is one that has been there before, up to the part of the list that is behind.
 */
class Node {
    int elem;
    Node next;

    Node find(int v) {
        Node n = this;
        while (n != null) {
            if (n.elem > v) {
                return n;
            }
            n = n.next;
        }
        return null;
    }
}
