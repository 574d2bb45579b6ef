// Asks a node whether it equals its successor, which it says of itself.
// entry: EqualsNext.ask
class Node {
    Node n;
    int data;

    @Override
    public boolean equals(Object o) {
        return o == n;
    }

    @Override
    public int hashCode() {
        return data;
    }
}

class EqualsNext {
    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires acyclic(x);
        // expect-next: refuted postcondition
        ensures \result = 0; */
    static int ask(Node x) {
        if (x == null) {
            return 0;
        }
        return x.equals(x.n) ? 1 : 0;
    }
}
