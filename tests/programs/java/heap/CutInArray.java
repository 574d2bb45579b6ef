// Cuts a list at a node of an array.
// entry: CutInArray.cut
class Node {
    Node n;
    int data;
}

class CutInArray {
    /*@ requires a != null and x != null;
        // expect-next: refuted postcondition
        ensures x.n = old(x.n); */
    static void cut(Node[] a, Node x) {
        if (a.length > 0 && a[0] != null) {
            a[0].n = x;
        }
    }
}
