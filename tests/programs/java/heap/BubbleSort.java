// expect: proved
// open: where the time is short; `--engine shape` proves it
// Sorts a list by swapping neighbours.
// entry: BubbleSort.sort
class Node {
    Node n;
    int data;
}

class BubbleSort {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
        requires acyclic(x);
        ensures \result.*n = old(x.*n);
        ensures sorted(\result); */
    static Node sort(Node x) {
        boolean change = true;
        // mutant null-pointer: if (x == null && !change) {
        if (x == null) {
            return null;
        }
        while (change) {
            Node p = null;
            change = false;
            Node y = x;
            Node yn = y.n;
            while (yn != null) {
                // mutant postcondition: if (y.data < yn.data) {
                if (y.data > yn.data) {
                    change = true;
                    Node t = yn.n;
                    // mutant postcondition: y.n = null;
                    y.n = t;
                    yn.n = y;
                    if (p == null) {
                        x = yn;
                    } else {
                        // mutant postcondition: p.n = y;
                        p.n = yn;
                    }
                    p = yn;
                    yn = t;
                } else {
                    p = y;
                    y = yn;
                    yn = y.n;
                }
            }
        }
        return x;
    }
}
