// expect: proved
// open: no engine proves it of lists of any length yet
// time: 5s
// entry: rotate
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result.*n = old(x.*n); */
struct node *rotate(struct node *x)
{
    struct node *y = x, *t;
    // mutant null: if (!x->n)
    if (!x || !x->n)
        return x;
    t = x->n;
    // mutant null: while (y)
    while (y->n)
        y = y->n;
    // mutant postcondition: y->n = t;
    y->n = x;
    // mutant postcondition: t->n = 0;
    x->n = 0;
    // mutant postcondition: return y;
    return t;
}
