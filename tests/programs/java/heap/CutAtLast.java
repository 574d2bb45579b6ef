// Cuts a list when it has returned already.
// entry: CutAtLast.cut
class Node {
    Node n;
    int data;
}

class CutAtLast {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x != null and acyclic(x);
        // expect-next: refuted postcondition
        ensures \result.n = old(x.n); */
    static Node cut(Node x) {
        try {
            return x;
        } finally {
            x.n = null;
        }
    }
}
