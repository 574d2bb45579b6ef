// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: merge
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
    requires acyclic(p) and acyclic(q) and no p.*n & q.*n;
    requires sorted(p) and sorted(q);
    ensures \result.*n = old(p.*n + q.*n);
    ensures sorted(\result); */
struct node *merge(struct node *p, struct node *q)
{
    struct node *h, *t;
    if (!p)
        // mutant postcondition: return 0;
        return q;
    if (!q)
        return p;
    // mutant postcondition: if (p->data > q->data) {
    if (p->data <= q->data) {
        h = t = p;
        p = p->n;
    } else {
        h = t = q;
        q = q->n;
    }
    // mutant null: while (p || q) {
    while (p && q) {
        if (p->data <= q->data) {
            t->n = p;
            p = p->n;
        } else {
            t->n = q;
            // mutant null: q = q->n->n;
            q = q->n;
        }
        t = t->n;
    }
    // mutant postcondition: t->n = p;
    t->n = p ? p : q;
    return h;
}
