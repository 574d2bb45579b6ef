// expect: proved
// open: no engine proves it of lists of any length yet
// Takes the nodes with small numbers out of a list.
// entry: PartitionByKey.partition
class Node {
    Node n;
    int data;
}

class PartitionByKey {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        ensures \result.*n + x.*n in old(x.*n);
        ensures all v: \result.*n | v.data < key; */
    static Node partition(Node x, int key) {
        Node small = null;
        Node prev = null;
        Node curr = x;
        while (curr != null) {
            // mutant null-pointer: Node next = curr.n.n;
            Node next = curr.n;
            // mutant postcondition: if (curr.data <= key) {
            if (curr.data < key) {
                // mutant null-pointer: if (prev != x) {
                if (prev != null) {
                    prev.n = next;
                }
                // mutant postcondition: curr.n = next;
                curr.n = small;
                small = curr;
            } else {
                prev = curr;
            }
            curr = next;
        }
        // mutant postcondition: return prev;
        return small;
    }
}
