// Merges two ordered lists, and takes the end of the result to be there when the first is empty.
// entry: merge
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
    requires acyclic(p) and acyclic(q) and sorted(p) and sorted(q) and no p.*n & q.*n; */
struct node *merge(struct node *p, struct node *q)
{
    struct node *h, *t;
    if (!p) {
        h = q;
    } else if (!q) {
        h = t = p;
    } else if (p->data <= q->data) {
        h = t = p;
        p = p->n;
    } else {
        h = t = q;
        q = q->n;
    }
    while (p && q) {
        if (p->data <= q->data) {
            t->n = p;
            p = p->n;
        } else {
            t->n = q;
            q = q->n;
        }
        t = t->n;
    }
    if (q)
        t->n = q; // expect: refuted uninit
    else if (p)
        t->n = p;
    return h;
}
