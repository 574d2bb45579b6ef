// A removed element is replaced by the elements of the other list.
// entry: Elems.removeAll
// expect: refuted
class Elem {
    int id;
    Elem next;
    Elems out;
    Elems in;
}

class Elems {
    Elem first;

    /*@ ensures this.first.*next in old(this.first.*next); */
    void removeAll(Elems l) {
        Elem e1 = first;
        Elem prev = null;
        while (e1 != null) {
            int id = e1.id;
            if (l != null && l.contains(id)) {
                if (prev != null)
                    prev.next = l.first;
                else
                    first = e1.next;
            } else
                prev = e1;
            e1 = e1.next;
        }
    }

    boolean contains(int id) {
        Elem e = first;
        while (e != null) {
            if (e.id == id)
                return true;
            e = e.next;
        }
        return false;
    }
}

class LinksOtherList {
    Elems edges;
    Elems nodes;

    /*@ ensures no old(nl.first) => edges.first.*next = old(edges.first.*next);
        ensures no old(nl.first) => nodes.first.*next = old(nodes.first.*next); */
    void remove(Elems nl) {
        Elems nds = nodes;
        nds.removeAll(nl);
        Elem n = nl.first;
        Elems e1 = edges;
        while (n != null) {
            Elems e = n.out;
            e1.removeAll(e);
            e = n.in;
            e1.removeAll(e);
            n = n.next;
        }
    }
}
