// A ring buffer whose index wraps one slot too late.
// sanitizer: address
#include <stdlib.h>

struct ring { int *slots; unsigned capacity, head; };

static void put(struct ring *r, int value)
{
    r->slots[r->head] = value; // expect: refuted bounds
    if (++r->head > r->capacity)
        r->head = 0;
}

int main(void)
{
    struct ring r = {malloc(6 * sizeof(int)), 6, 0};
    for (int i = 0; i < 20; i++)
        put(&r, i);
    int first = r.slots[0];
    free(r.slots);
    return first == 18 ? 0 : 1;
}
