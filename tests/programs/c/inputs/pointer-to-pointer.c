// Removing by a pointer to the link works, but the loop then steps through the freed node.
// sanitizer: address
// fails-with: values 1
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *cons(int key, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->key = key;
    node->next = next;
    return node;
}

static void remove_all(struct node **link, int key)
{
    while (*link) { // expect: refuted use-after-free
        struct node *node = *link;
        if (node->key == key) {
            *link = node->next;
            free(node);
        }
        link = &node->next;
    }
}

int main(void)
{
    struct node *list = cons(0, cons(1, cons(2, NULL)));
    remove_all(&list, __VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
