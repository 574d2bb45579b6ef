/**
 * A graph of nodes with lists of their edges: Figure 10 of Taghdiri and Jackson, "Inferring
 * Specifications to Detect Errors in Code", with the properties {@code sameNodes} and
 * {@code sameEdges} of Figure 11 as assertions.
 *
 * <pre>concrex check --assume acyclic --entry Graph.remove examples/java/Graph.java</pre>
 *
 * finds that a graph need not have a list of nodes, nor of edges, and that what is to be removed need
 * not be there, nor consist of nodes. {@code --entry Graph.removeNothing} is the property of the
 * paper: removing no nodes changes nothing.
 *
 * <p>In the paper a list of nodes has a field {@code first} of its own beside that of the list it
 * extends. Java hides the inherited field then, so that {@code removeAll} never sees a node; here
 * the lists share theirs.
 */
class Graph {
    static class Element {
        int id;
        Element next;
    }

    static class Sequence {
        Element first;

        void removeAll(Sequence l) {
            Element e1 = first;
            Element prev = null;
            while (e1 != null) {
                int id = e1.id;
                if (l != null && l.contains(id)) {
                    if (prev != null) {
                        prev.next = e1.next;
                    } else {
                        first = e1.next;
                    }
                } else {
                    prev = e1;
                }
                e1 = e1.next;
            }
        }

        boolean contains(int id) {
            Element e = first;
            while (e != null) {
                if (e.id == id) {
                    return true;
                }
                e = e.next;
            }
            return false;
        }
    }

    static class Vertex extends Element {
        Sequence outEdges;
        Sequence inEdges;
    }

    Sequence edges;
    Sequence nodes;

    void remove(Sequence nl) {
        Sequence nds = nodes;
        nds.removeAll(nl);
        Element n = nl.first;
        Sequence el = edges;
        while (n != null) {
            Sequence e = ((Vertex) n).outEdges;
            el.removeAll(e);
            e = ((Vertex) n).inEdges;
            el.removeAll(e);
            n = n.next;
        }
    }

    void removeNothing() {
        if (nodes == null || edges == null) {
            return;
        }
        Element firstNode = nodes.first;
        Element firstEdge = edges.first;
        remove(new Sequence());
        assert nodes.first == firstNode;
        assert edges.first == firstEdge;
    }
}
