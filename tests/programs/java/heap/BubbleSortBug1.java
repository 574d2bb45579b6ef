// A bubble sort that loses a node: the one before is not linked to the one that was moved to the front.
// entry: BubbleSortBug1.sort
class Node {
    Node n;
    int data;
}

class BubbleSortBug1 {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result.*n = old(x.*n); */
    static Node sort(Node x) {
        boolean change = true;
        if (x == null) {
            return null;
        }
        while (change) {
            Node p = null;
            change = false;
            Node y = x;
            Node yn = y.n;
            while (yn != null) {
                if (y.data > yn.data) {
                    change = true;
                    Node t = yn.n;
                    y.n = t;
                    yn.n = y;
                    if (p == null) {
                        x = yn;
                    } else {
                        p.n = y;
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
