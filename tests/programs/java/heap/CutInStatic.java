// Cuts a list at a node that a static field holds.
// entry: CutInStatic.cut
class Node {
    Node n;
    int data;
}

class CutInStatic {
    static Node held;

    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result.*n = old(x.*n); */
    static Node cut(Node x) {
        held = x;
        if (held != null && held.n != null) {
            held.n.n = null;
        }
        return x;
    }
}
