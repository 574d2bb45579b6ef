// A sorted list with a second lane that skips some of its nodes.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
    struct node *skip;
};

struct skip_list {
    struct node *head;
    int size;
};

/*@ pred sorted(n) = all v: n.*next | v not in v.^next and (v.next = null or v.key < v.next.key);
    pred lanes(n) = all v: n.*next | v.skip = null or (v.skip in v.^next and v.skip.key > v.key); */

// entry: skip_init
// expect: proved
/*@ requires l != null;
    ensures \result => l.size = 0 and l.head.next = null and l.head.skip = null; */
int skip_init(struct skip_list *l)
{
    l->head = malloc(sizeof *l->head);
    if (!l->head)
        return 0;
    l->head->key = -2147483647 - 1;
    l->head->next = NULL;
    // mutant postcondition: l->head->skip = l->head;
    l->head->skip = NULL;
    l->size = 0;
    return 1;
}

// entry: skip_step
// expect: proved
/*@ requires n != null;
    ensures \result = n.skip or \result = n.next;
    ensures n.skip != null and n.skip.key <= key => \result = n.skip;
    ensures n.skip = null => \result = n.next; */
struct node *skip_step(const struct node *n, int key)
{
    // mutant null: if (n->skip->key <= key)
    if (n->skip && n->skip->key <= key)
        return n->skip;
    return n->next;
}

// entry: skip_contains
// expect: open
/*@ requires n != null and sorted(n) and lanes(n);
    ensures \result => key in n.*next.key;
    ensures n.key = key or (n.next != null and n.next.key = key) => \result; */
int skip_contains(const struct node *n, int key)
{
    while (n && n->key < key)
        // mutant open: n = n->skip ? n->skip : n->next;
        n = skip_step(n, key);
    return n && n->key == key;
}

// entry: skip_insert_after
// expect: proved
/*@ requires l != null and n != null and n.key < key and l.size < 1000000;
    requires n.next = null or key < n.next.key;
    ensures \result != null => n.next = \result and \result.next = old(n.next) and \result.key = key;
    ensures \result != null => l.size = old(l.size) + 1 and \result.skip = null;
    ensures n.skip = old(n.skip); */
struct node *skip_insert_after(struct skip_list *l, struct node *n, int key)
{
    struct node *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->key = key;
    made->skip = NULL;
    // mutant postcondition: made->next = n;
    made->next = n->next;
    n->next = made;
    l->size++;
    return made;
}

// entry: skip_remove_after
// expect: proved
/*@ requires l != null and n != null and n.next != null and n.next != n and l.size > 0;
    requires n.skip != n.next and n.next.next != n.next;
    ensures n.next = old(n.next.next) and l.size = old(l.size) - 1;
    ensures \result = old(n.next.key); */
int skip_remove_after(struct skip_list *l, struct node *n)
{
    struct node *gone = n->next;
    int key = gone->key;
    n->next = gone->next;
    free(gone);
    // mutant use-after-free: l->size -= gone->key == key;
    l->size--;
    return key;
}
