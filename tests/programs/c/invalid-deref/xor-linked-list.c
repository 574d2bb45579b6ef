// expect: proved
// A doubly linked list that stores the exclusive-or of both neighbours.
// exit: 15
#include <stdint.h>

struct node { int value; uintptr_t both; };

static int sum_from(struct node *start)
{
    struct node *previous = 0, *current = start;
    int sum = 0;
    while (current) {
        struct node *next = (struct node *)(current->both ^ (uintptr_t)previous);
        sum += current->value;
        previous = current;
        current = next;
    }
    return sum;
}

int main(void)
{
    struct node nodes[5];
    for (int i = 0; i < 5; i++) {
        uintptr_t before = i > 0 ? (uintptr_t)&nodes[i - 1] : 0;
        uintptr_t after = i < 4 ? (uintptr_t)&nodes[i + 1] : 0;
        nodes[i].value = i + 1;
        nodes[i].both = before ^ after;
    }
    return sum_from(&nodes[0]) == sum_from(&nodes[4]) ? sum_from(nodes) : 0;
}
