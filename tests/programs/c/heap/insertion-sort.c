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
    struct node *r = x, *pr = 0, *l, *rn, *pl;
    while (r) {
        l = x;
        rn = r->n;
        pl = 0;
        // mutant null: while (l->n != r) {
        while (l != r) {
            // mutant postcondition: if (l->data >= r->data && l->n != r) {
            if (l->data > r->data) {
                // mutant null: pr->n = 0;
                pr->n = rn;
                // mutant postcondition: r->n = l->n;
                r->n = l;
                if (!pl)
                    // mutant postcondition: x = l;
                    x = r;
                else
                    pl->n = r;
                r = pr;
                break;
            }
            pl = l;
            l = l->n;
        }
        pr = r;
        r = rn;
    }
    return x;
}
