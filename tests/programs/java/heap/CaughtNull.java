// Returns null where it follows null and catches that.
// entry: CaughtNull.next
class Node {
    Node n;
    int data;
}

class CaughtNull {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result != null; */
    static Node next(Node x) {
        try {
            return x.n.n;
        } catch (NullPointerException e) {
            return x;
        }
    }
}
