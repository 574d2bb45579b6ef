// expect: proved
// Removing by a pointer to the link leaves no node with the key behind.
#include <assert.h>
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
    while (*link) {
        struct node *node = *link;
        if (node->key == key) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
}

int main(void)
{
    struct node *list = cons(__VERIFIER_nondet_int(), cons(__VERIFIER_nondet_int(), NULL));
    int key = __VERIFIER_nondet_int();
    remove_all(&list, key);
    while (list) {
        assert(list->key != key);
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
