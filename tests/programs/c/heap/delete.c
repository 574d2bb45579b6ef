// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: delete
#include <stdlib.h>

struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result.*n in old(x.*n);
    ensures old(x) != null and old(x.data) != key => \result = x; */
struct node *delete(struct node *x, int key)
{
    struct node *p = 0, *c = x;
    // mutant null: while (c->data != key) {
    while (c && c->data != key) {
        p = c;
        c = c->n;
    }
    // mutant null: if (x == c && !c)
    if (!c)
        return x;
    if (p)
        // mutant postcondition: x = p->n = c->n;
        p->n = c->n;
    else
        x = c->n;
    // mutant use-after-free: free(c); c->n = 0;
    free(c);
    // mutant double-free: free(c);
    ;
    return x;
}
