// expect: proved
// open: where the time is short; `--engine shape` proves it
// Takes the second node out of a doubly linked list.
// entry: DllRemove.remove
class Link {
    Link next;
    Link prev;
    int data;
}

class DllRemove {
    /*@ pred list(l) = all v: l.*next | v not in v.^next and (v.next = null or v.next.prev = v);
        requires x != null and list(x) and p = x.next and p != null;
        ensures list(x);
        ensures x.*next = old(x.*next) - p; */
    static void remove(Link x, Link p) {
        // mutant postcondition: p.prev.next = null;
        // mutant postcondition: p.prev.next = p;
        p.prev.next = p.next;
        // mutant null-pointer: if (p != null) {
        if (p.next != null) {
            // mutant postcondition: p.next.prev = x.next;
            // mutant postcondition: p.next.prev = p;
            p.next.prev = p.prev;
        }
    }
}
