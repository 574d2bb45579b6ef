// Follows a list for three steps, where it has at least one node.
// entry: Simple1Null.walk
class Node {
    Node n;
    int data;
}

class Simple1Null {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x != null and x.n != null and acyclic(x); */
    static Node walk(Node x) {
        x = x.n;
        x = x.n;
        x = x.n; // expect: refuted null-pointer
        return x;
    }
}
