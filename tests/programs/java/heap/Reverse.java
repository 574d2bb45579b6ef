// expect: proved
// open: where the time is short; `--engine shape` proves it
// Reverses a list in place.
// entry: Reverse.reverse
class Node {
    Node n;
    int data;
}

class Reverse {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        ensures \result.*n = old(x.*n);
        ensures acyclic(\result); */
    static Node reverse(Node x) {
        Node y = null;
        // mutant null-pointer: while (x.n != null) {
        while (x != null) {
            // mutant null-pointer: Node t = x.n.n;
            Node t = x.n;
            // mutant postcondition: if (y != null) x.n = y;
            x.n = y;
            // mutant postcondition: y = t != null ? y : x;
            y = x;
            x = t;
        }
        // mutant postcondition: return y != null ? y.n : null;
        return y;
    }
}
