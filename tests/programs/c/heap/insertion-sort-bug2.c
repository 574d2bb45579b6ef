// An insertion sort that compares a node with the first one of the list only.
// entry: sort
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    pred sorted(l) = all v: l.*n | v.n = null or v.data <= v.n.data;
    requires acyclic(x);
    ensures \result.*n = old(x.*n);
    // expect-next: refuted postcondition
    ensures sorted(\result); */
struct node *sort(struct node *x)
{
    struct node *r = x, *pr = 0, *l, *rn, *pl;
    while (r) {
        l = x;
        rn = r->n;
        pl = 0;
        while (l != r) {
            if (l->data > r->data) {
                pr->n = rn;
                r->n = l;
                if (!pl)
                    x = r;
                else
                    pl->n = r;
                r = pr;
                break;
            }
            pl = l;
            l = r;
        }
        pr = r;
        r = rn;
    }
    return x;
}
