// Puts the nodes of a list behind its own.
// entry: AppendToItself.append
class Node {
    Node n;
    int data;
}

class AppendToItself {
    Node head;

    /*@ pred acyclic(l) = no v: l.*n | v in v.^n;
        requires other != null and acyclic(head) and acyclic(other.head);
        // expect-next: refuted postcondition
        ensures acyclic(head); */
    void append(AppendToItself other) {
        if (head == null) {
            head = other.head;
            return;
        }
        Node t = head;
        while (t.n != null) {
            t = t.n;
        }
        t.n = other.head;
    }
}
