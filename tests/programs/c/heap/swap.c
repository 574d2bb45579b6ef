// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: swap
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result.*n = old(x.*n); */
struct node *swap(struct node *x)
{
    struct node *p;
    // mutant null: if (!x)
    // mutant null: if (!x->n)
    if (!x || !x->n)
        return x;
    p = x->n;
    // mutant postcondition: x->n = 0;
    x->n = p->n;
    // mutant postcondition: p->n = p->n;
    p->n = x;
    // mutant postcondition: return x;
    return p;
}
