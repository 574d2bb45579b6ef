// expect: proved
// open: where the time is short; `--engine shape` proves it
// Puts a list behind another.
// entry: Append.append
class Node {
    Node n;
    int data;
}

class Append {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x) and acyclic(y) and no x.*n & y.*n;
        ensures \result.*n = old(x.*n + y.*n); */
    static Node append(Node x, Node y) {
        Node t = x;
        // mutant null-pointer: if (x == y) {
        if (x == null) {
            // mutant postcondition: return x;
            return y;
        }
        // mutant null-pointer: while (t != null) {
        while (t.n != null) {
            t = t.n;
        }
        // mutant postcondition: t.n = y != null ? y.n : null;
        t.n = y;
        // mutant postcondition: return t;
        return x;
    }
}
