// The index is masked with the size instead of one less.
// time: 20s
// sanitizer: undefined
// fails-with: stdin "1 2 3 4 5 6 7 8 9 10"
#include <stdio.h>
#define SIZE 8

struct ring {
    int slots[SIZE];
    unsigned head;
    unsigned used;
};

static void add(struct ring *ring, int value)
{
    ring->slots[(ring->head + ring->used) & SIZE] = value; // expect: refuted inner-bounds
    if (ring->used < SIZE)
        ring->used++;
    else
        ring->head = (ring->head + 1) % SIZE;
}

int main(void)
{
    struct ring ring = { .head = 0, .used = 0 };
    int value;
    while (scanf("%d", &value) == 1)
        add(&ring, value);
    for (unsigned i = 0; i < ring.used; i++)
        printf("%d\n", ring.slots[(ring.head + i) % SIZE]);
    return 0;
}
