// A postcondition about what a freed node held, which the function never looked at.
// entry: drop
// sanitizer: none -- nothing but the contract is broken
#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};

/*@ requires top != null;
// expect-next: refuted postcondition
    ensures \result = old(top.key); */
int drop(struct node *top)
{
    free(top);
    return 0;
}
