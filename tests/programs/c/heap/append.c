// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: append
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x) and acyclic(y) and no x.*n & y.*n;
    ensures \result.*n = old(x.*n + y.*n); */
struct node *append(struct node *x, struct node *y)
{
    struct node *t = x;
    // mutant null: if (x == y)
    if (!x)
        // mutant postcondition: return x;
        return y;
    // mutant null: while (t)
    while (t->n)
        t = t->n;
    // mutant postcondition: t->n = y ? y->n : 0;
    t->n = y;
    // mutant postcondition: return t;
    return x;
}
