// An insertion sort that loses a node when it is moved.
// entry: sort
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    // expect-next: refuted postcondition
    ensures \result.*n = old(x.*n); */
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
                r->n = l->n;
                if (!pl)
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
