// expect: proved
// open: where the time is short; `--engine shape` proves it
// Takes the nodes with small numbers out of a list.
// entry: Partition.partition
class Node {
    Node n;
    int data;
}

class Partition {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        ensures \result.*n + x.*n in old(x.*n);
        ensures acyclic(\result) and acyclic(x); */
    static Node partition(Node x, int key) {
        Node small = null;
        Node prev = null;
        Node curr = x;
        while (curr != null) {
            // mutant null-pointer: Node next = curr.n.n;
            Node next = curr.n;
            if (curr.data < key) {
                // mutant null-pointer: if (prev != x) {
                if (prev != null) {
                    prev.n = next;
                }
                // mutant postcondition: curr.n = curr;
                curr.n = small;
                small = curr;
            } else {
                prev = curr;
            }
            curr = next;
        }
        // mutant postcondition: return new Node();
        return small;
    }
}
