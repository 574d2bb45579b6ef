// Returns a node that a class makes when it is initialised, in the middle of the call.
// entry: SpareNode.find
class Node {
    Node n;
    int data;
}

class Spare {
    static Node spare = new Node();

    static Node of(Node x) {
        return x.data > 3 ? spare : x;
    }
}

class SpareNode {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result = null or \result in old(x.*n); */
    static Node find(Node x) {
        return x == null ? null : Spare.of(x);
    }
}
