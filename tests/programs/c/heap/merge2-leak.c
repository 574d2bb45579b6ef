// Merges two lists behind a node of its own, and frees the list's first node with it.
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
    struct node *h = malloc(sizeof *h);
    struct node *t = h, *r;
    if (!h)
        exit(0);
    h->data = 0;
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
    r = h->n;
    if (r && r->n)
        r = r->n;
    free(h);
    return r;
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
