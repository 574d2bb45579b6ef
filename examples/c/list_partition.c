/*
 * Removes the elements that are greater than a value from a list: the first program of Section 7 of
 * Anand, Pasareanu and Visser, "Symbolic Execution with Abstraction".
 *
 *     concrex check --entry partition examples/c/list_partition.c
 *
 * finds no error in lists of any length. See list_partition_buggy.c for the one with the error.
 */
#include <stddef.h>

struct node {
    struct node *next;
    int elem;
};

/* The removed nodes end up in `larger`; nothing is freed. */
/*@ requires all n: list.*next | not (n in n.^next);
    ensures all n: \result.*next | n.elem <= v; */
struct node *partition(struct node *list, int v)
{
    struct node *previous = NULL, *larger = NULL, *current = list;
    while (current != NULL) {
        struct node *next = current->next;
        if (current->elem > v) {
            if (previous != NULL)
                previous->next = next;
            if (current == list)
                list = next;
            current->next = larger;
            larger = current;
        } else {
            previous = current;
        }
        current = next;
    }
    return list;
}
