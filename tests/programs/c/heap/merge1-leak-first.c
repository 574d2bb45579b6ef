// Merges two lists, and forgets the first node of the second.
// sanitizer: leak
// fails-with: values 1 1 0 1 2 0
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
    h = t = p;
    p = p->n;
    if (q->data <= h->data) {
        t->n = q;
        t = q;
    }
    q = q->n;
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
    t->n = p ? p : q;
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
