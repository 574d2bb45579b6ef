// Figure 10, and `subset` of Figure 11.
// entry: List.removeAll
// expect: bounded
// refinements: 0
class ListElem {
    int id;
    ListElem next;
}

class List {
    ListElem first;

    /*@ ensures this.first.*next in old(this.first.*next); */
    void removeAll(List l) {
        ListElem e1 = first;
        ListElem prev = null;
        while (e1 != null) {
            int id = e1.id;
            if (l != null && l.contains(id)) {
                if (prev != null)
                    prev.next = e1.next;
                else
                    first = e1.next;
            } else
                prev = e1;
            e1 = e1.next;
        }
    }

    boolean contains(int id) {
        ListElem e = first;
        while (e != null) {
            if (e.id == id)
                return true;
            e = e.next;
        }
        return false;
    }
}

class EdgeListElem extends ListElem {
    EdgeListElem next;
}

class NodeListElem extends ListElem {
    EdgeList outEdges;
    EdgeList inEdges;
    NodeListElem next;
}

class EdgeList extends List {
    EdgeListElem first;
}

class NodeList extends List {
    NodeListElem first;
}

class Graph {
    EdgeList edges;
    NodeList nodes;

    /*@ ensures no old(nl.first) => edges.first.*next = old(edges.first.*next);
        ensures no old(nl.first) => nodes.first.*next = old(nodes.first.*next); */
    void remove(NodeList nl) {
        NodeList nds = nodes;
        nds.removeAll(nl);
        NodeListElem n = nl.first;
        EdgeList e1 = edges;
        while (n != null) {
            EdgeList e = n.outEdges;
            e1.removeAll(e);
            e = n.inEdges;
            e1.removeAll(e);
            n = n.next;
        }
    }
}
