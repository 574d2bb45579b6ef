// Makes nodes that put themselves into a list.
// entry: LinkedWhenMade.make
class Node {
    Node n;
    int data;
}

class Listed extends Node {
    static Node all;

    Listed() {
        n = all;
        all = this;
    }
}

class LinkedWhenMade {
    /*@ requires x != null;
        // expect-next: refuted postcondition
        ensures \result.n = null; */
    static Node make(Node x) {
        new Listed();
        return new Listed();
    }
}
