/*
 * The first element of a list that is greater than a limit: the example of Section 3 of Anand,
 * Pasareanu and Visser, "Symbolic Execution with Abstraction".
 *
 *     concrex check --entry find examples/c/list_find.c
 *
 * starts from all lists without a cycle at once. The loop may run any number of times, but after two
 * rounds every state is one that has been there before, up to the part of the list that is behind.
 */
#include <stddef.h>

struct node {
    int elem;
    struct node *next;
};

/*@ requires list != null;
    requires all v: list.*next | not (v in v.^next);
    ensures \result = null or \result.elem > limit;
    ensures \result = null or \result in list.*next; */
struct node *find(struct node *list, int limit)
{
    struct node *n = list;
    while (n != NULL) {
        if (n->elem > limit)
            return n;
        n = n->next;
    }
    return NULL;
}
