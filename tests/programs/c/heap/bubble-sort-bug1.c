// The bubble sort of Figure 1 of "Generating Concrete Counterexamples for Sound Abstract Interpretation":
// it loses nodes, of lists with three of them at least.
// entry: sort
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
    requires acyclic(x);
    // expect-next: refuted postcondition
    ensures \result.*n = old(x.*n);
    ensures sorted(\result); */
struct node *sort(struct node *x)
{
    struct node *p, *y, *yn, *t;
    int change = 1;
    if (!x)
        return 0;
    while (change) {
        p = 0;
        change = 0;
        y = x;
        yn = y->n;
        while (yn) {
            if (y->data > yn->data) {
                change = 1;
                t = yn->n;
                y->n = t;
                yn->n = y;
                if (!p)
                    x = yn;
                else
                    p->n = y;
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
