// Searches a list, and does not see its end.
// entry: SearchNull.search
class Node {
    Node n;
    int data;
}

class SearchNull {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires x != null and acyclic(x); */
    static Node search(Node x, int key) {
        while (x.data != key) { // expect: refuted null-pointer
            x = x.n;
        }
        return x;
    }
}
