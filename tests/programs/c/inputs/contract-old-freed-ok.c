// expect: proved
// entry: pop
// What a freed node held is known, though nobody can look at it any more.
#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};

/*@ requires top != null;
    ensures \result = old(top.next); */
struct node *pop(struct node *top)
{
    struct node *rest = top->next;
    free(top);
    return rest;
}
