// Puts a list behind another, which may be the same.
// entry: AppendAliased.append
class Node {
    Node n;
    int data;
}

class AppendAliased {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x) and acyclic(y);
        // expect-next: refuted postcondition
        ensures acyclic(\result); */
    static Node append(Node x, Node y) {
        if (x == null) {
            return y;
        }
        Node t = x;
        while (t.n != null) {
            t = t.n;
        }
        t.n = y;
        return x;
    }
}
