// Searches a list, and does not see its end.
// entry: search
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires x != null and acyclic(x); */
struct node *search(struct node *x, int key)
{
    while (x->data != key) // expect: refuted null
        x = x->n;
    return x;
}
