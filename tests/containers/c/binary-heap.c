// A priority queue of at most seven numbers: a binary heap in an array, the smallest number first.
#define CAPACITY 7

struct heap {
    int items[CAPACITY];
    int size;
};

/*@ pred valid(h) = h != null and 0 <= h.size <= 7;
    pred ordered(h) = all i: 1..6 | i < h.size => h.items[(i - 1) / 2] <= h.items[i]; */

static void swap(struct heap *h, int i, int j)
{
    int moved = h->items[i];
    h->items[i] = h->items[j];
    h->items[j] = moved;
}

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
/*@ requires valid(h) and out != null;
    ensures \result <=> h.size > 0;
    ensures \result => out[0] = h.items[0]; */
int heap_peek(const struct heap *h, int *out)
{
    // mutant postcondition: if (h->size < 0)
    if (h->size == 0)
        return 0;
    *out = h->items[0];
    return 1;
}

// entry: heap_push
// expect: proved
/*@ requires valid(h) and ordered(h);
    ensures valid(h);
    ensures \result <=> old(h.size) < 7;
    ensures \result => h.size = old(h.size) + 1 and h.items[0] <= value;
    ensures ordered(h); */
int heap_push(struct heap *h, int value)
{
    if (h->size == CAPACITY)
        return 0;
    int at = h->size++;
    h->items[at] = value;
    while (at > 0) {
        // mutant postcondition: int parent = at / 2;
        int parent = (at - 1) / 2;
        if (h->items[parent] <= h->items[at])
            break;
        swap(h, parent, at);
        at = parent;
    }
    return 1;
}

// entry: heap_pop
// expect: proved
/*@ requires valid(h) and ordered(h) and h.size > 0;
    ensures valid(h) and h.size = old(h.size) - 1;
    ensures \result = old(h.items[0]);
    ensures ordered(h); */
int heap_pop(struct heap *h)
{
    int smallest = h->items[0];
    h->items[0] = h->items[--h->size];
    int at = 0;
    for (int child = 1; child < h->size; child = 2 * at + 1) {
        // mutant postcondition: if (child + 1 < h->size && h->items[child + 1] > h->items[child])
        if (child + 1 < h->size && h->items[child + 1] < h->items[child])
            child++;
        if (h->items[at] <= h->items[child])
            break;
        swap(h, at, child);
        at = child;
    }
    return smallest;
}

// entry: heap_replace
// expect: proved
/*@ requires valid(h) and h.size > 0;
    ensures \result = old(h.items[0]) and h.size = old(h.size);
    ensures old(h.size) = 1 => h.items[0] = value;
    ensures h.items[0] = value or (h.size > 1 and h.items[0] = old(h.items[1]))
            or (h.size > 2 and h.items[0] = old(h.items[2])); */
int heap_replace(struct heap *h, int value)
{
    int smallest = h->items[0];
    int at = 0;
    h->items[0] = value;
    for (;;) {
        int least = at;
        // mutant postcondition: for (int child = 2 * at + 1; child <= 2 * at + 3 && child < h->size; child++)
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < h->size; child++)
            if (h->items[child] < h->items[least])
                least = child;
        if (least == at)
            return smallest;
        swap(h, at, least);
        at = least;
    }
}
