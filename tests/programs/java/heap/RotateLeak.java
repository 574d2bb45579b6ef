// Moves the first node of a list to its end, and forgets all others.
// entry: RotateLeak.rotate
class Node {
    Node n;
    int data;
}

class RotateLeak {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result.*n = old(x.*n); */
    static Node rotate(Node x) {
        if (x == null || x.n == null) {
            return x;
        }
        Node y = x;
        Node t = x.n;
        while (y.n != null) {
            y = y.n;
        }
        y.n = x;
        x.n = null;
        x = t;
        return y.n;
    }
}
