// An insertion sort that loses a node when it is moved.
// entry: InsertionSortBug1.sort
class Node {
    Node n;
    int data;
}

class InsertionSortBug1 {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result.*n = old(x.*n); */
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
                    r.n = l.n;
                    if (pl == null) {
                        x = r;
                    } else {
                        pl.n = r;
                    }
                    r = pr;
                    break;
                }
                pl = l;
                l = l.n;
            }
            pr = r;
            r = rn;
        }
        return x;
    }
}
