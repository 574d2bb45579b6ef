// expect: proved
// open: where the time is short; `--engine shape` proves it
// Makes one sorted list of two.
// entry: Merge.merge
class Node {
    Node n;
    int data;
}

class Merge {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(p) and acyclic(q) and no p.*n & q.*n;
        requires sorted(p) and sorted(q);
        ensures \result.*n = old(p.*n + q.*n);
        ensures sorted(\result); */
    static Node merge(Node p, Node q) {
        if (p == null) {
            // mutant postcondition: return null;
            return q;
        }
        if (q == null) {
            return p;
        }
        Node h;
        // mutant postcondition: if (p.data > q.data) {
        if (p.data <= q.data) {
            h = p;
            p = p.n;
        } else {
            h = q;
            q = q.n;
        }
        Node t = h;
        // mutant null-pointer: while (p != null || q != null) {
        while (p != null && q != null) {
            if (p.data <= q.data) {
                t.n = p;
                p = p.n;
            } else {
                t.n = q;
                // mutant null-pointer: q = q.n.n;
                q = q.n;
            }
            t = t.n;
        }
        // mutant postcondition: t.n = p;
        t.n = p != null ? p : q;
        return h;
    }
}
