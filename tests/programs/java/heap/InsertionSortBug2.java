// An insertion sort that does not look at all nodes before the one it moves.
// entry: InsertionSortBug2.sort
class Node {
    Node n;
    int data;
}

class InsertionSortBug2 {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(x);
        ensures \result.*n = old(x.*n);
        // expect-next: refuted postcondition
        ensures sorted(\result); */
    static Node sort(Node x) {
        Node r = x;
        Node pr = null;
        while (r != null) {
            Node l = x;
            Node rn = r.n;
            Node pl = null;
            while (l != r) {
                if (l.data > r.data) {
                    pr.n = rn;
                    r.n = l;
                    if (pl == null) {
                        x = r;
                    } else {
                        pl.n = r;
                    }
                    r = pr;
                    break;
                }
                pl = l;
                l = r;
            }
            pr = r;
            r = rn;
        }
        return x;
    }
}
