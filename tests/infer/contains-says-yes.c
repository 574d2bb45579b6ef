// Every list contains everything.
// entry: remove_nodes
// expect: refuted
#include <stddef.h>
struct list;
struct elem { int id; struct elem *next; struct list *out; struct list *in; };
struct list { struct elem *first; };
struct graph { struct list *edges; struct list *nodes; };

static int contains(struct list *l, int id) {
    struct elem *e = l->first;
    while (e != NULL) {
        if (e->id == id)
            return 1;
        e = e->next;
    }
    return 1;
}

/*@ ensures list.first.*next in old(list.first.*next); */
void remove_all(struct list *list, struct list *l) {
    struct elem *e1 = list->first;
    struct elem *prev = NULL;
    while (e1 != NULL) {
        int id = e1->id;
        if (l != NULL && contains(l, id)) {
            if (prev != NULL)
                prev->next = e1->next;
            else
                list->first = e1->next;
        } else
            prev = e1;
        e1 = e1->next;
    }
}

/*@ ensures no old(nl.first) => g.edges.first.*next = old(g.edges.first.*next);
    ensures no old(nl.first) => g.nodes.first.*next = old(g.nodes.first.*next); */
void remove_nodes(struct graph *g, struct list *nl) {
    struct list *nds = g->nodes;
    remove_all(nds, nl);
    struct elem *n = nl->first;
    struct list *e1 = g->edges;
    while (n != NULL) {
        struct list *e = n->out;
        remove_all(e1, e);
        e = n->in;
        remove_all(e1, e);
        n = n->next;
    }
}
