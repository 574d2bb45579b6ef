// expect: proved
// Follows a list for three steps, starts again, and goes the same way any number of times: an analysis that
// forgets how long the list is takes the way to end too early.
// entry: Simple2.walk
class Node {
    Node n;
    int data;
}

class Simple2 {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x.n.n.n != null and acyclic(x); */
    static Node walk(Node x, int times) {
        Node y = x;
        y = y.n;
        y = y.n;
        y = y.n;
        while (times != 0) {
            y = x;
            y = y.n;
            y = y.n;
            y = y.n;
            times--;
        }
        return y;
    }
}
