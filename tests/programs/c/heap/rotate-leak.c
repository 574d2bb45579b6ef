// Moves the first node of a list to its end, and forgets all others.
// sanitizer: leak
// fails-with: values 1 1 0
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { struct node *n; int data; };

static struct node *build(void)
{
    struct node *x = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t); // expect: refuted leak
        if (!t)
            exit(0);
        t->data = 0;
        t->n = x;
        x = t;
    }
    return x;
}

static struct node *rotate(struct node *x)
{
    struct node *y, *t;
    if (!x || !x->n)
        return x;
    y = x;
    t = x->n;
    while (y->n)
        y = y->n;
    y->n = x;
    x->n = 0;
    x = t;
    return y->n;
}

static void destroy(struct node *x)
{
    while (x) {
        struct node *t = x;
        x = x->n;
        free(t);
    }
}

int main(void)
{
    destroy(rotate(build()));
    return 0;
}
