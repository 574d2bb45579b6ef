// A priority queue: a binary heap in an array, the smallest number first.
#include <stdlib.h>

struct heap {
    int *items;
    int size;
    int capacity;
};

/*@ pred valid(h) = h != null and 0 <= h.size <= h.capacity and h.capacity <= 1000000
                    and h.capacity <= #h.items;
    pred ordered(h) = all i: 1..h.size-1 | h.items[(i - 1) / 2] <= h.items[i]; */

// entry: heap_is_empty
// expect: proved
/*@ requires valid(h);
    ensures \result <=> h.size = 0; */
int heap_is_empty(const struct heap *h)
{
    // mutant postcondition: return h->size <= 1;
    return h->size == 0;
}

// entry: heap_peek
// expect: proved
/*@ requires valid(h) and out != null and out != h.items;
    ensures \result <=> h.size > 0;
    ensures \result => out[0] = h.items[0]; */
int heap_peek(const struct heap *h, int *out)
{
    // mutant null: if (h->size < 0)
    if (h->size == 0)
        return 0;
    *out = h->items[0];
    return 1;
}

// entry: sift_up
// expect: bounded
/*@ requires valid(h) and 0 <= at < h.size;
    ensures h.size = old(h.size);
    ensures h.items[at] >= old(h.items[at]) or at = 0 or h.items[at] = old(h.items[(at - 1) / 2]);
    ensures h.items[0] <= old(h.items[at]) or h.items[0] = old(h.items[0]); */
static void sift_up(struct heap *h, int at)
{
    while (at > 0) {
        int parent = (at - 1) / 2;
        // mutant postcondition: if (h->items[parent] >= h->items[at])
        if (h->items[parent] <= h->items[at])
            return;
        int moved = h->items[parent];
        h->items[parent] = h->items[at];
        h->items[at] = moved;
        at = parent;
    }
}

// entry: sift_down
// expect: bounded
/*@ requires valid(h) and h.size > 0;
    ensures h.size = old(h.size);
    ensures h.size > 1 => h.items[0] <= h.items[1];
    ensures h.size > 2 => h.items[0] <= h.items[2]; */
static void sift_down(struct heap *h)
{
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= h->size)
            return;
        // mutant postcondition: if (child + 1 < h->size && h->items[child + 1] > h->items[child])
        if (child + 1 < h->size && h->items[child + 1] < h->items[child])
            child++;
        if (h->items[at] <= h->items[child])
            return;
        int moved = h->items[child];
        h->items[child] = h->items[at];
        h->items[at] = moved;
        at = child;
    }
}

// entry: heap_push
// expect: bounded
/*@ requires valid(h) and ordered(h);
    ensures valid(h);
    ensures \result <=> old(h.size < h.capacity);
    ensures \result => h.size = old(h.size) + 1 and h.items[0] <= value;
    ensures ordered(h); */
int heap_push(struct heap *h, int value)
{
    if (h->size == h->capacity)
        return 0;
    h->items[h->size] = value;
    h->size++;
    // mutant postcondition: sift_up(h, h->size / 2);
    sift_up(h, h->size - 1);
    return 1;
}

// entry: heap_pop
// expect: bounded
/*@ requires valid(h) and ordered(h) and h.size > 0;
    ensures valid(h) and h.size = old(h.size) - 1;
    ensures \result = old(h.items[0]);
    ensures h.size > 0 => \result <= h.items[0];
    ensures ordered(h); */
int heap_pop(struct heap *h)
{
    int smallest = h->items[0];
    h->size--;
    // mutant postcondition: h->items[0] = h->items[h->size / 2];
    h->items[0] = h->items[h->size];
    if (h->size > 0)
        sift_down(h);
    return smallest;
}
