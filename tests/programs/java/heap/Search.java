// expect: proved
// open: where the time is short; `--engine shape` proves it
// Searches a list.
// entry: Search.search
class Node {
    Node n;
    int data;
}

class Search {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        ensures \result = null or \result in x.*n; */
    static Node search(Node x, int key) {
        // mutant null-pointer: while (x.data != key) {
        while (x != null && x.data != key) {
            // mutant null-pointer: x = x.n.n;
            x = x.n;
        }
        return x;
    }
}
