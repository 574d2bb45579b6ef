// Cuts a list at a node of a class below, which may be any of its nodes.
// entry: CutBelow.cut
class Node {
    Node n;
    int data;
}

class Sub extends Node {
    int more;
}

class CutBelow {
    /*@ requires x != null and s != null;
        // expect-next: refuted postcondition
        ensures x.n = old(x.n); */
    static void cut(Node x, Sub s) {
        s.n = null;
    }
}
