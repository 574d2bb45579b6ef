// Merges two ordered lists, and returns what is not set if both are empty.
// entry: length
struct node { struct node *n; int data; };

static struct node *merge(struct node *p, struct node *q)
{
    struct node *h, *t;
    if (p && (!q || p->data <= q->data)) {
        h = t = p;
        p = p->n;
    } else if (q) {
        h = t = q;
        q = q->n;
    } else {
        return h; // expect: refuted uninit
    }
    while (p || q) {
        if (!q || (p && p->data <= q->data)) {
            t->n = p;
            p = p->n;
        } else {
            t->n = q;
            q = q->n;
        }
        t = t->n;
    }
    return h;
}

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(p) and acyclic(q) and no p.*n & q.*n; */
int length(struct node *p, struct node *q)
{
    int count = 0;
    for (struct node *r = merge(p, q); r && count < 5; r = r->n)
        count++;
    return count;
}
