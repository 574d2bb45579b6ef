// Puts a circle where a class says that there is a single node.
// entry: BrokenInvariant.put
class Node {
    Node n;
    int data;
}

class BrokenInvariant {
    // expect-next: refuted postcondition
    //@ invariant head = null or head.n = null;
    Node head;

    /*@ requires x != null; */
    void put(Node x) {
        x.n = x;
        head = x;
    }
}
