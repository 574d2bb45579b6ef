// expect: proved
// time: 20s
// open: nodes of a list are freed one by one
// A stack as a linked list: everything is freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    int value;
    while (scanf("%d", &value) == 1) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = value;
        node->next = top;
        top = node;
    }
    long sum = 0;
    for (struct node *n = top; n; n = n->next)
        sum ^= n->value;
    while (top) {
        struct node *next = top->next;
        free(top);
        top = next;
    }
    return sum > 10;
}
