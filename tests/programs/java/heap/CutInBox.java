// Cuts a list at a node that a box holds.
// entry: CutInBox.cut
class Node {
    Node n;
    int data;
}

class Box {
    private final Node held;

    Box(Node held) {
        this.held = held;
    }

    Node get() {
        return held;
    }
}

class CutInBox {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x != null and acyclic(x);
        // expect-next: refuted postcondition
        ensures x.n = old(x.n); */
    static void cut(Node x) {
        Box box = new Box(x);
        box.get().n = null;
    }
}
