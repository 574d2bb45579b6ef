// expect: proved
// open: where the time is short; `--engine shape` proves it
// Takes the first node with a number out of a list.
// entry: Delete.delete
class Node {
    Node n;
    int data;
}

class Delete {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        ensures \result.*n in old(x.*n);
        ensures old(x) != null and old(x.data) != key => \result = x; */
    static Node delete(Node x, int key) {
        Node p = null;
        Node c = x;
        // mutant null-pointer: while (c.data != key) {
        while (c != null && c.data != key) {
            p = c;
            c = c.n;
        }
        // mutant null-pointer: if (x == c && c == null) {
        if (c == null) {
            return x;
        }
        if (p != null) {
            // mutant postcondition: x = p.n = c.n;
            p.n = c.n;
        } else {
            x = c.n;
        }
        return x;
    }
}
