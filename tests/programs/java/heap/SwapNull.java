// Swaps the first two nodes of a list that may have only one.
// entry: SwapNull.swap
class Node {
    Node n;
    int data;
}

class SwapNull {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x != null and acyclic(x); */
    static Node swap(Node x) {
        Node p = x.n;
        x.n = p.n; // expect: refuted null-pointer
        p.n = x;
        return p;
    }
}
