/* Lists of an unknown caller: `partition` moves the elements greater than a value to a second list.
   Explored from `partition`, so that the contract decides which lists there are. */
#include <stddef.h>

struct node {
    struct node *next;
    int elem;
};

/*@ requires all n: list.*next | not (n in n.^next);
    ensures all n: \result.*next | n.elem <= v; */
struct node *partition(struct node *list, int v)
{
    struct node *kept = NULL, *moved = NULL, **end = &kept;
    while (list != NULL) {
        struct node *next = list->next;
        if (list->elem > v) {
            list->next = moved;
            moved = list;
        } else {
            *end = list;
            end = &list->next;
        }
        list = next;
    }
    *end = NULL;
    return kept;
}
