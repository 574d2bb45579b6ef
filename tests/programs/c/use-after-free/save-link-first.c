// expect: proved
// The link is read before the node is freed.
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
    struct node *list = NULL;
    int freed = 0;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        freed += list->value;
        free(list);
        list = next;
    }
    return freed == 10 ? 0 : 1;
}
