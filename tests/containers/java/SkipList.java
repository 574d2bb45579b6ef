// A sorted list with a second lane that skips some of its nodes.
class SkipList {
    static class Node {
        int key;
        Node next;
        Node skip;
    }

    Node head;
    int size;

    /*@ pred sorted(n) = all v: n.*next | v not in v.^next and (v.next = null or v.key < v.next.key);
        pred lanes(n) = all v: n.*next | v.skip = null or (v.skip in v.^next and v.skip.key > v.key);
        invariant 0 <= size; */

    // entry: SkipList.clear
    // expect: proved
    /*@ ensures size = 0 and head != null and head.next = null and head.skip = null; */
    void clear() {
        // mutant postcondition: Node first = head != null ? head : new Node();
        Node first = new Node();
        first.key = Integer.MIN_VALUE;
        head = first;
        size = 0;
    }

    // entry: SkipList.step
    // expect: proved
    /*@ requires n != null;
        ensures \result = n.skip or \result = n.next;
        ensures n.skip = null => \result = n.next; */
    static Node step(Node n, int key) {
        // mutant null-pointer: if (n.skip.key <= key)
        if (n.skip != null && n.skip.key <= key)
            return n.skip;
        return n.next;
    }

    // entry: SkipList.contains
    // expect: open
    /*@ requires head != null and sorted(head) and lanes(head);
        ensures \result => key in head.*next.key;
        ensures head.next != null and head.next.key = key => \result; */
    boolean contains(int key) {
        Node n = head;
        while (n != null && n.key < key)
            // mutant open: n = n.skip != null ? n.skip : n.next;
            n = step(n, key);
        return n != null && n.key == key;
    }

    // entry: SkipList.insertAfter
    // expect: proved
    /*@ requires n != null and size < 1000000 and (n.next = null or key < n.next.key);
        ensures n.next.key = key and n.next.next = old(n.next) and size = old(size) + 1; */
    void insertAfter(Node n, int key) {
        Node made = new Node();
        made.key = key;
        // mutant postcondition: made.next = n;
        made.next = n.next;
        n.next = made;
        size++;
    }

    // entry: SkipList.removeAfter
    // expect: proved
    /*@ requires n != null and n.next != null and n.next != n and n.next.next != n.next and size > 0;
        ensures n.next = old(n.next.next) and size = old(size) - 1;
        ensures n.skip = null or n.skip != old(n.next); */
    void removeAfter(Node n) {
        Node gone = n.next;
        if (n.skip == gone)
            // mutant postcondition: n.skip = gone;
            n.skip = null;
        n.next = gone.next;
        size--;
    }
}
