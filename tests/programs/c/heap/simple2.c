// expect: proved
// Follows a list for three steps, starts again, and goes the same way any number of times: an analysis that
// forgets how long the list is takes the way to end too early.
// entry: walk
struct node { struct node *n; int data; };
int __VERIFIER_nondet_int(void);

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires x.n.n.n != null and acyclic(x); */
struct node *walk(struct node *x)
{
    struct node *y = x;
    y = y->n;
    y = y->n;
    y = y->n;
    while (__VERIFIER_nondet_int()) {
        y = x;
        y = y->n;
        y = y->n;
        y = y->n;
    }
    return y;
}
