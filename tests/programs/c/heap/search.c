// expect: proved
// open: no engine proves it of lists of any length yet
// time: 5s
// entry: search
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result = null or (\result in x.*n and \result.data = key);
    ensures \result = null => all v: x.*n | v.data != key; */
struct node *search(struct node *x, int key)
{
    // mutant null: while (x->data != key)
    // mutant postcondition: while (x && x->n && x->data != key)
    // mutant postcondition: while (x && x->data < key)
    // mutant null: while (x == 0 || x->data != key)
    while (x && x->data != key)
        // mutant null: x = x->n->n;
        x = x->n;
    return x;
}
