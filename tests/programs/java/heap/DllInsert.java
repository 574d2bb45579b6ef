// expect: proved
// open: where the time is short; `--engine shape` proves it
// Puts a node behind one of a doubly linked list.
// entry: DllInsert.insert
class Link {
    Link next;
    Link prev;
    int data;
}

class DllInsert {
    /*@ pred list(l) = all v: l.*next | v not in v.^next and (v.next = null or v.next.prev = v);
        requires list(x) and p in x.*next and p != null;
        requires e != null and e not in x.*next and e.next = null and e.prev = null;
        ensures list(x);
        ensures x.*next = old(x.*next) + e; */
    static void insert(Link x, Link p, Link e) {
        // mutant postcondition: e.next = null;
        e.next = p.next;
        // mutant postcondition: e.prev = x;
        e.prev = p;
        // mutant null-pointer: if (p != null) {
        if (p.next != null) {
            // mutant postcondition: p.next.prev = p;
            p.next.prev = e;
        }
        // mutant postcondition: p.next = e.next;
        p.next = e;
    }
}
