// Merges two lists behind a node of its own, and drops the list's first node with it.
// entry: Merge2Leak.merge
class Node {
    Node n;
    int data;
}

class Merge2Leak {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(p) and acyclic(q) and sorted(p) and sorted(q) and no p.*n & q.*n;
        // expect-next: refuted postcondition
        ensures \result.*n = old(p.*n) + old(q.*n); */
    static Node merge(Node p, Node q) {
        Node h = new Node();
        Node t = h;
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
        t.n = p != null ? p : q;
        Node r = h.n;
        if (r != null && r.n != null) {
            r = r.n;
        }
        return r;
    }
}
