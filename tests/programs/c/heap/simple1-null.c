// Follows a list for three steps, where it has at least one node.
// entry: walk
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires x != null and x.n != null and acyclic(x); */
struct node *walk(struct node *x)
{
    x = x->n;
    x = x->n;
    x = x->n; // expect: refuted null
    return x;
}
