// The next node is taken from one that is freed.
// time: 20s
// sanitizer: address
// fails-with: stdin "1"
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
        free(top);
        top = top->next; // expect: refuted use-after-free
    }
    return sum > 10;
}
