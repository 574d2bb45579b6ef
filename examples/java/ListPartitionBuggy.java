/**
 * Removes the elements that are greater than a value from a list: Figure 8 of Anand, Păsăreanu
 * and Visser, "Symbolic Execution with Abstraction", with the error that is described there.
 *
 * <pre>concrex check --assume acyclic --entry ListPartitionBuggy.partition \
 *     examples/java/ListPartitionBuggy.java</pre>
 *
 * shows a list of two elements, of which only the second is greater: the last node is not
 * unlinked.
 */
class ListPartitionBuggy {
    static class Node {
        Node next;
        int elem;
    }

    static Node partition(Node list, int v) {
        Node previous = null;
        Node larger = null;
        Node current = list;
        while (current != null) {
            Node next = current.next;
            if (current.elem > v) {
                if (previous != null && next != null) {
                    previous.next = next;
                }
                if (current == list) {
                    list = next;
                }
                current.next = larger;
                larger = current;
            } else {
                previous = current;
            }
            current = next;
        }
        for (Node node = list; node != null; node = node.next) {
            assert node.elem <= v;
        }
        return list;
    }
}
