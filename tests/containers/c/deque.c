// A queue with two ends, in an array that is used as a ring.
#include <stdlib.h>

struct deque {
    int *items;
    int capacity;
    int first;
    int size;
};

/*@ pred fits(d) = d != null and 0 < d.capacity <= 1000000
                   and 0 <= d.first < d.capacity and 0 <= d.size <= d.capacity;
    pred valid(d) = fits(d) and d.capacity <= #d.items;
    pred holds(d, i, v) = (i < d.capacity => d.items[i] = v)
                          and (i >= d.capacity => d.items[i - d.capacity] = v); */

// entry: deque_new
// expect: proved
/*@ requires 0 < capacity <= 1000;
    ensures \result = null or fits(\result);
    ensures \result != null => \result.size = 0 and \result.capacity = capacity; */
struct deque *deque_new(int capacity)
{
    struct deque *d = malloc(sizeof *d);
    if (!d)
        return NULL;
    d->items = malloc((size_t)capacity * sizeof *d->items);
    if (!d->items) {
        free(d);
        return NULL;
    }
    d->capacity = capacity;
    d->first = 0;
    // mutant postcondition: d->size = 1;
    d->size = 0;
    return d;
}

// entry: deque_push_back
// expect: proved
/*@ requires valid(d);
    ensures fits(d);
    ensures \result <=> old(d.size < d.capacity);
    ensures \result => d.size = old(d.size) + 1 and holds(d, d.first + d.size - 1, value);
    ensures d.first = old(d.first); */
int deque_push_back(struct deque *d, int value)
{
    if (d->size == d->capacity)
        return 0;
    int end = d->first + d->size;
    // mutant bounds: if (end > d->capacity)
    if (end >= d->capacity)
        end -= d->capacity;
    d->items[end] = value;
    d->size++;
    return 1;
}

// entry: deque_push_front
// expect: proved
/*@ requires valid(d);
    ensures fits(d);
    ensures \result <=> old(d.size < d.capacity);
    ensures \result => d.size = old(d.size) + 1 and d.items[d.first] = value;
    ensures \result => d.first + 1 = old(d.first) or (d.first + 1 = d.capacity and old(d.first) = 0); */
int deque_push_front(struct deque *d, int value)
{
    if (d->size == d->capacity)
        return 0;
    // mutant bounds: d->first = d->first - 1;
    d->first = d->first == 0 ? d->capacity - 1 : d->first - 1;
    d->items[d->first] = value;
    d->size++;
    return 1;
}

// entry: deque_pop_front
// expect: proved
/*@ requires valid(d) and d.size > 0;
    ensures fits(d);
    ensures \result = old(d.items[d.first]);
    ensures d.size = old(d.size) - 1 and (d.first = old(d.first) + 1 or d.first = 0); */
int deque_pop_front(struct deque *d)
{
    int value = d->items[d->first];
    // mutant postcondition: if (++d->first > d->capacity)
    if (++d->first == d->capacity)
        d->first = 0;
    d->size--;
    return value;
}

// entry: deque_pop_back
// expect: proved
/*@ requires valid(d) and d.size > 0;
    ensures fits(d);
    ensures d.first + d.size < d.capacity => \result = d.items[d.first + d.size];
    ensures d.size = old(d.size) - 1 and d.first = old(d.first); */
int deque_pop_back(struct deque *d)
{
    int last = d->first + d->size - 1;
    // mutant bounds: if (last > d->capacity)
    if (last >= d->capacity)
        last -= d->capacity;
    d->size--;
    return d->items[last];
}

// entry: deque_count
// expect: open
/*@ requires valid(d);
    ensures 0 <= \result <= d.size;
    ensures \result = 0 <=> all i: 0..d.size-1 | not holds(d, d.first + i, value); */
int deque_count(const struct deque *d, int value)
{
    int count = 0;
    int at = d->first;
    for (int i = 0; i < d->size; i++) {
        if (d->items[at] == value)
            count++;
        // mutant bounds: at++;
        at = at + 1 < d->capacity ? at + 1 : 0;
    }
    return count;
}
