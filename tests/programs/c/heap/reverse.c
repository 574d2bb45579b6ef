// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: reverse
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result.*n = old(x.*n);
    ensures acyclic(\result); */
struct node *reverse(struct node *x)
{
    struct node *y = 0, *t;
    // mutant null: while (x->n) {
    while (x) {
        // mutant null: t = x->n->n;
        t = x->n;
        // mutant postcondition: if (y) x->n = y;
        x->n = y;
        // mutant postcondition: y = t ? y : x;
        y = x;
        x = t;
    }
    // mutant postcondition: return y ? y->n : 0;
    return y;
}
