// A singly linked list of numbers with a reference to its last node.
class LinkedList {
    static class Node {
        int value;
        Node next;
    }

    Node head;
    Node tail;
    int size;

    /*@ pred acyclic(n) = all v: n.*next | v not in v.^next;
        invariant head = null <=> tail = null;
        invariant tail != null => tail.next = null; */

    // entry: LinkedList.addFirst
    // expect: proved
    /*@ requires size < 1000000;
        ensures head.value = value and head.next = old(head) and size = old(size) + 1; */
    void addFirst(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
        // mutant postcondition: if (size == 1)
        if (tail == null)
            tail = node;
        size++;
    }

    // entry: LinkedList.addLast
    // expect: proved
    /*@ requires size < 1000000;
        ensures tail.value = value and tail.next = null and size = old(size) + 1;
        ensures old(tail) != null => old(tail).next = tail and head = old(head); */
    void addLast(int value) {
        Node node = new Node();
        node.value = value;
        if (tail != null)
            // mutant postcondition: node.next = tail;
            tail.next = node;
        else
            head = node;
        tail = node;
        size++;
    }

    // entry: LinkedList.removeFirst
    // expect: proved
    /*@ requires head != null and (head.next = null <=> head = tail) and size > 0;
        ensures \result = old(head.value) and head = old(head.next) and size = old(size) - 1; */
    int removeFirst() {
        Node first = head;
        head = first.next;
        // mutant postcondition: if (tail == null)
        if (head == null)
            tail = null;
        size--;
        return first.value;
    }

    // entry: LinkedList.contains
    // expect: bounded
    /*@ requires acyclic(head);
        ensures \result <=> value in head.*next.value; */
    boolean contains(int value) {
        Node node = head;
        // mutant null-pointer: while (node.value != value)
        while (node != null && node.value != value)
            node = node.next;
        return node != null;
    }

    // entry: LinkedList.reverse
    // expect: open
    /*@ requires acyclic(head) and (tail = null or tail in head.*next);
        ensures head = old(tail) and tail = old(head);
        ensures head.*next = old(head.*next); */
    void reverse() {
        Node done = null;
        Node rest = head;
        tail = rest;
        while (rest != null) {
            Node next = rest.next;
            rest.next = done;
            done = rest;
            rest = next;
        }
        // mutant postcondition: head = done != null ? done.next : done;
        head = done;
    }
}
