// Only the head of the list is freed, the rest is lost.
// sanitizer: leak
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *list;

static void prepend(int value)
{
    struct node *n = malloc(sizeof *n); // expect: refuted leak
    n->value = value;
    n->next = list;
    list = n;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        prepend(i);
    free(list);
    list = NULL;
    return 0;
}
