// Swaps the first two nodes of a list that may have only one.
// entry: swap
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires x != null and acyclic(x); */
struct node *swap(struct node *x)
{
    struct node *p = x->n;
    x->n = p->n; // expect: refuted null
    p->n = x;
    return p;
}
