// expect: proved
// open: where the time is short; `--engine shape` proves it
// Sorts a list by putting each node where it belongs.
// entry: InsertionSort.sort
class Node {
    Node n;
    int data;
}

class InsertionSort {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(x);
        ensures \result.*n = old(x.*n);
        ensures sorted(\result); */
    static Node sort(Node x) {
        Node r = x;
        Node pr = null;
        while (r != null) {
            Node l = x;
            Node rn = r.n;
            Node pl = null;
            // mutant null-pointer: while (l.n != r) {
            while (l != r) {
                // mutant postcondition: if (l.data >= r.data && l.n != r) {
                if (l.data > r.data) {
                    pr.n = rn;
                    // mutant postcondition: r.n = l.n;
                    r.n = l;
                    if (pl == null) {
                        // mutant postcondition: x = l;
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
