// Merges two ordered lists, and takes the end of the result to be there when the first is empty.
// entry: Merge1Init.merge
class Node {
    Node n;
    int data;
}

class Merge1Init {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(p) and acyclic(q) and sorted(p) and sorted(q) and no p.*n & q.*n; */
    static Node merge(Node p, Node q) {
        Node h;
        Node t = null;
        if (p == null) {
            h = q;
        } else if (q == null) {
            h = t = p;
        } else if (p.data <= q.data) {
            h = t = p;
            p = p.n;
        } else {
            h = t = q;
            q = q.n;
        }
        while (p != null && q != null) {
            if (p.data <= q.data) {
                t.n = p;
                p = p.n;
            } else {
                t.n = q;
                q = q.n;
            }
            t = t.n;
        }
        if (q != null) {
            t.n = q; // expect: refuted null-pointer
        } else if (p != null) {
            t.n = p;
        }
        return h;
    }
}
