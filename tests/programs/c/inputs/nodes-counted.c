// A list grows by one node for each byte, and so does a table that has no room for that many.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static char table[900];

int main(void)
{
    struct node *list = NULL;
    unsigned count = 0;
    while (getchar() == 'n') {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        node->next = list;
        list = node;
        table[count] = 1; // expect: refuted bounds
        count++;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
