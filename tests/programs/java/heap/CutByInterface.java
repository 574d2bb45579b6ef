// Cuts a list at an object of an interface, which may be any of its nodes.
// entry: CutByInterface.cut
interface Cut {
    void cut();
}

class Node implements Cut {
    Node n;
    int data;

    public void cut() {
        n = null;
    }
}

class CutByInterface {
    /*@ requires x != null and c != null;
        // expect-next: refuted postcondition
        ensures x.n = old(x.n); */
    static void cut(Node x, Cut c) {
        c.cut();
    }
}
