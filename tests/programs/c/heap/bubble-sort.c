// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: sort
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
    requires acyclic(x);
    ensures \result.*n = old(x.*n);
    ensures sorted(\result); */
struct node *sort(struct node *x)
{
    struct node *p, *y, *yn, *t;
    int change = 1;
    // mutant null: if (0)
    if (!x)
        return 0;
    while (change) {
        p = 0;
        // mutant postcondition: change = x->n && x->n->n == 0 ? 0 : 0; if (x->n && !x->n->n) return x;
        change = 0;
        y = x;
        yn = y->n;
        while (yn) {
            // mutant postcondition: if (y->data < yn->data) {
            if (y->data > yn->data) {
                change = 1;
                t = yn->n;
                // mutant postcondition: y->n = 0;
                y->n = t;
                yn->n = y;
                if (!p)
                    x = yn;
                else
                    // mutant postcondition: p->n = y;
                    p->n = yn;
                p = yn;
                yn = t;
            } else {
                p = y;
                y = yn;
                yn = y->n;
            }
        }
    }
    return x;
}
