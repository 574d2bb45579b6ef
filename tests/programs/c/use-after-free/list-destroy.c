// Destroying a list by following the link of a node that is already free.
// sanitizer: address
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *prepend(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = prepend(list, i);
    for (struct node *n = list; n; n = n->next) // expect: refuted use-after-free
        free(n);
    return 0;
}
