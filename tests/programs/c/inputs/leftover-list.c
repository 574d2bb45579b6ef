// Every new node holds something of its own, which may be zero in all of them.
// property: assert
// sanitizer: none -- what was never written would have to be zero
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = NULL;
    for (int count = 0; count < 3 && __VERIFIER_nondet_int(); count++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        node->next = list;
        list = node;
    }
    int zeros = 0;
    while (list != NULL) {
        struct node *next = list->next;
        if (list->value == 0)
            zeros++;
        free(list);
        list = next;
    }
    assert(zeros < 3); // expect: refuted assert
    return 0;
}
