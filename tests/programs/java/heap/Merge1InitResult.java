// Merges two lists, and returns what is not set if both are empty.
// entry: Merge1InitResult.first
class Node {
    Node n;
    int data;
}

class Merge1InitResult {
    static Node merge(Node p, Node q) {
        Node h;
        Node t;
        if (p != null && (q == null || p.data <= q.data)) {
            h = t = p;
            p = p.n;
        } else if (q != null) {
            h = t = q;
            q = q.n;
        } else {
            return null;
        }
        while (p != null || q != null) {
            if (q == null || (p != null && p.data <= q.data)) {
                t.n = p;
                p = p.n;
            } else {
                t.n = q;
                q = q.n;
            }
            t = t.n;
        }
        return h;
    }

    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(p) and acyclic(q) and no p.*n & q.*n; */
    static int first(Node p, Node q) {
        return merge(p, q).data; // expect: refuted null-pointer
    }
}
