// Merges two lists, and forgets the rest of the second.
// sanitizer: leak
// fails-with: values 1 1 0 1 2 1 3 0
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
        t->data = __VERIFIER_nondet_int();
        t->n = x;
        x = t;
    }
    return x;
}

static struct node *merge(struct node *p, struct node *q)
{
    struct node *h, *t;
    if (!p)
        return q;
    if (!q)
        return p;
    if (p->data <= q->data) {
        h = t = p;
        p = p->n;
    } else {
        h = t = q;
        q = q->n;
    }
    while (p && q) {
        if (p->data <= q->data) {
            t->n = p;
            p = p->n;
        } else {
            t->n = q;
            q = q->n;
        }
        t = t->n;
    }
    if (p)
        t->n = p;
    else
        t->n = 0;
    return h;
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
    struct node *p = build();
    struct node *q = build();
    destroy(merge(p, q));
    return 0;
}
