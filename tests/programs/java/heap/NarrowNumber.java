// Looks at a byte of each number.
// entry: NarrowNumber.find
class Node {
    Node n;
    int data;
}

class NarrowNumber {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result = null or \result.data > 0; */
    static Node find(Node x) {
        while (x != null && (byte) x.data <= 0) {
            x = x.n;
        }
        return x;
    }
}
