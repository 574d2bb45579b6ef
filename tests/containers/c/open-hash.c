// A set of at most eight positive numbers: a hash table with open addressing. A slot is free (0), was freed (-1), or
// holds a number.
#define CAPACITY 8

struct table {
    int slots[CAPACITY];
    int size;
};

/*@ pred valid(t) = t != null and 0 <= t.size <= 8;
    pred held(t, key) = some i: 0..7 | t.slots[i] = key; */

static int find(const struct table *t, int key)
{
    int at = key % CAPACITY;
    for (int tried = 0; tried < CAPACITY && t->slots[at] != 0; tried++) {
        if (t->slots[at] == key)
            return at;
        at = (at + 1) % CAPACITY;
    }
    return -1;
}

// entry: table_clear
// expect: proved
/*@ requires t != null;
    ensures t.size = 0 and all i: 0..7 | t.slots[i] = 0; */
void table_clear(struct table *t)
{
    // mutant postcondition: for (int i = 0; i < t->size && i < CAPACITY; i++)
    for (int i = 0; i < CAPACITY; i++)
        t->slots[i] = 0;
    t->size = 0;
}

// entry: table_contains
// expect: proved
/*@ requires valid(t) and key > 0;
    ensures \result => held(t, key);
    ensures t.slots[key % 8] = key => \result; */
int table_contains(const struct table *t, int key)
{
    // mutant postcondition: return find(t, key) > 0;
    return find(t, key) >= 0;
}

// entry: table_add
// expect: open
/*@ requires valid(t) and key > 0;
    requires t.size < 8 and some i: 0..7 | t.slots[i] = 0;
    ensures valid(t) and held(t, key);
    ensures \result => t.size = old(t.size) + 1;
    ensures not \result => t.size = old(t.size) and old(held(t, key)); */
int table_add(struct table *t, int key)
{
    if (find(t, key) >= 0)
        return 0;
    int at = key % CAPACITY;
    while (t->slots[at] > 0)
        // mutant inner-bounds: at++;
        at = (at + 1) % CAPACITY;
    t->slots[at] = key;
    t->size++;
    return 1;
}

// entry: table_remove
// expect: proved
/*@ requires valid(t) and key > 0 and t.size > 0;
    ensures \result => t.size = old(t.size) - 1;
    ensures old(t.slots[key % 8]) = key => \result and t.slots[key % 8] = -1;
    ensures not \result => t.size = old(t.size); */
int table_remove(struct table *t, int key)
{
    int at = find(t, key);
    // mutant bounds: if (at == 0)
    if (at < 0)
        return 0;
    t->slots[at] = -1;
    t->size--;
    return 1;
}

// entry: table_count
// expect: proved
/*@ requires t != null;
    ensures 0 <= \result <= 8;
    ensures \result = 0 <=> all i: 0..7 | t.slots[i] <= 0; */
int table_count(const struct table *t)
{
    int count = 0;
    for (int i = 0; i < CAPACITY; i++)
        // mutant postcondition: if (t->slots[i] != 0)
        if (t->slots[i] > 0)
            count++;
    return count;
}
