// expect: proved
// entry: push
// What a result, an argument or a global leads to is not lost, nor is what the caller cut off.
#include <stdlib.h>

struct node {
    struct node *next;
    char *label;
};

static struct node *pool;

struct node *push(struct node *top, int mode)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = NULL;
    fresh->label = calloc(1, 4);
    if (mode == 0) {
        fresh->next = pool;
        pool = fresh;
        return NULL;
    }
    if (mode == 1 && top) {
        struct node *rest = top->next;
        top->next = fresh;
        fresh->next = rest;
        return NULL;
    }
    return fresh;
}
