// A set of positive numbers: a hash table with open addressing. A slot is free (0), was freed (-1), or holds a number.
#include <stdlib.h>

struct table {
    int *slots;
    int capacity;
    int size;
};

/*@ pred valid(t) = t != null and 1 <= t.capacity <= 64 and t.capacity <= #t.slots
                    and 0 <= t.size <= t.capacity; */

// entry: table_new
// expect: proved
/*@ requires 1 <= capacity <= 64;
    ensures \result != null => valid(\result) and \result.size = 0;
    ensures \result != null => \result.slots[0] = 0 and \result.slots[capacity - 1] = 0; */
struct table *table_new(int capacity)
{
    struct table *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    // mutant bounds: t->slots = calloc(capacity - 1, sizeof *t->slots);
    t->slots = calloc(capacity, sizeof *t->slots);
    if (!t->slots) {
        free(t);
        return NULL;
    }
    t->capacity = capacity;
    t->size = 0;
    return t;
}

// entry: table_next
// expect: proved
/*@ requires valid(t) and 0 <= at < t.capacity;
    ensures 0 <= \result < t.capacity;
    ensures \result = at + 1 or (\result = 0 and at = t.capacity - 1); */
static int table_next(const struct table *t, int at)
{
    // mutant postcondition: return at < t->capacity ? at + 1 : 0;
    return at + 1 < t->capacity ? at + 1 : 0;
}

// entry: table_find
// expect: bounded
/*@ requires valid(t) and key > 0;
    ensures \result = -1 or (0 <= \result < t.capacity and t.slots[\result] = key);
    ensures t.slots[key % t.capacity] = key => \result = key % t.capacity; */
int table_find(const struct table *t, int key)
{
    int at = key % t->capacity;
    // mutant bounds: for (int tried = 0; tried <= t->capacity; tried++, at++) {
    for (int tried = 0; tried < t->capacity; tried++, at = table_next(t, at)) {
        if (t->slots[at] == key)
            return at;
        if (t->slots[at] == 0)
            return -1;
    }
    return -1;
}

// entry: table_contains
// expect: bounded
/*@ requires valid(t) and key > 0;
    ensures \result => some i: 0..t.capacity-1 | t.slots[i] = key;
    ensures t.slots[key % t.capacity] = key => \result; */
int table_contains(const struct table *t, int key)
{
    // mutant postcondition: return table_find(t, key) > 0;
    return table_find(t, key) >= 0;
}

// entry: table_add
// expect: bounded
/*@ requires valid(t) and key > 0 and (t.size = t.capacity => all i: 0..t.capacity-1 | t.slots[i] > 0);
    ensures \result => t.size = old(t.size) + 1 and some i: 0..t.capacity-1 | t.slots[i] = key;
    ensures not \result => t.size = old(t.size);
    ensures valid(t); */
int table_add(struct table *t, int key)
{
    if (table_find(t, key) >= 0)
        return 0;
    int at = key % t->capacity;
    for (int tried = 0; tried < t->capacity; tried++) {
        if (t->slots[at] <= 0) {
            t->slots[at] = key;
            // mutant postcondition: return 1;
            t->size++;
            return 1;
        }
        at = table_next(t, at);
    }
    return 0;
}

// entry: table_remove
// expect: bounded
/*@ requires valid(t) and key > 0 and t.size > 0;
    ensures \result => t.size = old(t.size) - 1;
    ensures old(t.slots[key % t.capacity]) = key => \result and t.slots[key % t.capacity] = -1;
    ensures valid(t); */
int table_remove(struct table *t, int key)
{
    int at = table_find(t, key);
    // mutant bounds: if (at == 0)
    if (at < 0)
        return 0;
    t->slots[at] = -1;
    t->size--;
    return 1;
}
