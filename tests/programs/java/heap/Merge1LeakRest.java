// Merges two lists, and forgets the rest of the second.
// entry: Merge1LeakRest.merge
class Node {
    Node n;
    int data;
}

class Merge1LeakRest {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(p) and acyclic(q) and sorted(p) and sorted(q) and no p.*n & q.*n;
        // expect-next: refuted postcondition
        ensures \result.*n = old(p.*n) + old(q.*n); */
    static Node merge(Node p, Node q) {
        if (p == null) {
            return q;
        }
        if (q == null) {
            return p;
        }
        Node h;
        Node t;
        if (p.data <= q.data) {
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
        t.n = p;
        return h;
    }
}
