// Removed nodes have their link poisoned; the walk goes on from a removed node.
// sanitizer: address
#include <stdint.h>

#define POISON ((struct node *)(uintptr_t)0xdead0000)

struct node { long value; struct node *next; };

static void remove_after(struct node *before)
{
    struct node *gone = before->next;
    before->next = gone->next;
    gone->next = POISON;
}

int main(void)
{
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    long sum = 0;
    for (struct node *n = &a; n; n = n->next) {
        sum += n->value; // expect: refuted invalid-deref
        if (n->value == 2)
            remove_after(&a);
    }
    return sum == 6 ? 0 : 1;
}
