// entry: run
// Nothing leads to the first node any more, but the caller's second list may.
// sanitizer: address
// fails-with: call { struct node *n = malloc(sizeof *n); n->next = 0; struct node m = { n, 0 }; run(n, &m); }
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };

int run(struct node *first, struct node *second)
{
    if (!first || !second || first == second)
        return 0;
    int drop = __VERIFIER_nondet_int() != 0, seen = 0;
    if (drop)
        free(first);
    first = NULL;
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (seen && second->next)
        return second->next->key; // expect: refuted use-after-free
    return 0;
}
