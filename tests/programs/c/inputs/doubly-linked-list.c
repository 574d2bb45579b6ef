// Removing the last node of a doubly linked list forgets the tail.
// sanitizer: address
// fails-with: values 30
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *prev, *next;
};

static struct node *head, *tail;

static void append(int key)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->key = key;
    node->prev = tail;
    node->next = NULL;
    if (tail)
        tail->next = node; // expect: refuted use-after-free
    else
        head = node;
    tail = node;
}

static void unlink_node(struct node *node)
{
    if (node->prev)
        node->prev->next = node->next;
    else
        head = node->next;
    if (node->next)
        node->next->prev = node->prev;
    free(node);
}

static void remove_key(int key)
{
    for (struct node *node = head; node; node = node->next)
        if (node->key == key) {
            unlink_node(node);
            return;
        }
}

int main(void)
{
    append(10);
    append(20);
    append(30);
    remove_key(__VERIFIER_nondet_int());
    append(40);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
