// A singly linked list of numbers with a pointer to its last node.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head;
    struct node *tail;
    int size;
};

/*@ pred acyclic(l) = all v: l.head.*next | v not in v.^next;
    pred ends(l) = (l.head = null <=> l.tail = null)
                   and (l.tail != null => l.tail in l.head.*next and l.tail.next = null);
    pred valid(l) = l != null and acyclic(l) and ends(l) and l.size = #l.head.*next; */

// entry: list_push_front
// expect: proved
/*@ requires l != null and ends(l) and l.size < 1000000;
    ensures \result => l.head.value = value and l.head.next = old(l.head);
    ensures \result => l.size = old(l.size) + 1;
    ensures l.head = null <=> l.tail = null;
    ensures not \result => l.head = old(l.head) and l.size = old(l.size); */
int list_push_front(struct list *l, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->value = value;
    node->next = l->head;
    l->head = node;
    // mutant postcondition: if (l->size == 1)
    if (!l->tail)
        l->tail = node;
    l->size++;
    return 1;
}

// entry: list_push_back
// expect: proved
/*@ requires l != null and ends(l) and l.size < 1000000;
    ensures \result => l.tail.value = value and l.tail.next = null;
    ensures \result and old(l.tail) != null => old(l.tail).next = l.tail and l.head = old(l.head);
    ensures \result and old(l.tail) = null => l.head = l.tail;
    ensures \result => l.size = old(l.size) + 1; */
int list_push_back(struct list *l, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->value = value;
    node->next = NULL;
    if (l->tail)
        // mutant postcondition: node->next = l->tail;
        l->tail->next = node;
    else
        l->head = node;
    l->tail = node;
    l->size++;
    return 1;
}

// entry: list_pop_front
// expect: proved
/*@ requires l != null and ends(l) and l.size > 0 and l.head != null and out != null;
    requires l.head.next = null <=> l.head = l.tail;
    ensures out[0] = old(l.head.value) and l.head = old(l.head.next);
    ensures l.head = null <=> l.tail = null;
    ensures l.size = old(l.size) - 1; */
void list_pop_front(struct list *l, int *out)
{
    struct node *first = l->head;
    *out = first->value;
    l->head = first->next;
    // mutant postcondition: if (l->tail == NULL)
    if (!l->head)
        l->tail = NULL;
    l->size--;
    free(first);
}

// entry: list_contains
// expect: bounded
/*@ requires l != null and acyclic(l);
    ensures \result <=> value in l.head.*next.value; */
int list_contains(const struct list *l, int value)
{
    const struct node *node = l->head;
    while (node && node->value != value)
        node = node->next;
    // mutant null: return node->value == value;
    return node != NULL;
}

// entry: list_reverse
// expect: bounded
/*@ requires valid(l);
    ensures l.head = old(l.tail) and l.tail = old(l.head);
    ensures l.head.*next = old(l.head.*next);
    ensures valid(l); */
void list_reverse(struct list *l)
{
    struct node *done = NULL;
    struct node *rest = l->head;
    l->tail = rest;
    while (rest) {
        struct node *next = rest->next;
        rest->next = done;
        done = rest;
        rest = next;
    }
    // mutant postcondition: l->head = done ? done->next : done;
    l->head = done;
}

// entry: list_remove
// expect: open
/*@ requires l != null and acyclic(l) and ends(l) and 0 < l.size < 1000000;
    ensures acyclic(l) and ends(l);
    ensures \result <=> value in old(l.head.*next.value);
    ensures \result => l.size = old(l.size) - 1;
    ensures not \result => l.head.*next = old(l.head.*next); */
int list_remove(struct list *l, int value)
{
    struct node *before = NULL;
    struct node *node = l->head;
    while (node && node->value != value) {
        before = node;
        node = node->next;
    }
    if (!node)
        return 0;
    if (before)
        before->next = node->next;
    else
        l->head = node->next;
    // mutant postcondition: if (l->tail == before)
    if (l->tail == node)
        l->tail = before;
    free(node);
    l->size--;
    return 1;
}
