// A map from numbers to numbers: a hash table of four buckets with a list in each.
#include <stdlib.h>

#define BUCKETS 4

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

struct map {
    struct entry *buckets[BUCKETS];
    int size;
};

/*@ pred valid(m) = m != null and 0 <= m.size <= 1000000;
    pred chain(m, i) = all e: m.buckets[i].*next | e not in e.^next and e.key % 4 = i; */

static struct entry *find(const struct map *m, unsigned key)
{
    struct entry *e = m->buckets[key % BUCKETS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

// entry: map_init
// expect: proved
/*@ requires m != null;
    ensures m.size = 0 and all i: 0..3 | m.buckets[i] = null; */
void map_init(struct map *m)
{
    // mutant postcondition: for (int i = 0; i < BUCKETS - 1; i++)
    for (int i = 0; i < BUCKETS; i++)
        m->buckets[i] = NULL;
    m->size = 0;
}

// entry: map_get
// expect: open
/*@ requires valid(m) and chain(m, key % 4);
    ensures \result = fallback or \result in m.buckets[key % 4].*next.value;
    ensures key not in m.buckets[key % 4].*next.key => \result = fallback; */
int map_get(const struct map *m, unsigned key, int fallback)
{
    const struct entry *e = find(m, key);
    // mutant null: return e->key == key ? e->value : fallback;
    return e ? e->value : fallback;
}

// entry: map_contains
// expect: open
/*@ requires valid(m) and chain(m, key % 4);
    ensures \result <=> key in m.buckets[key % 4].*next.key; */
int map_contains(const struct map *m, unsigned key)
{
    // mutant postcondition: return find(m, key % BUCKETS) != NULL;
    return find(m, key) != NULL;
}

// entry: map_put
// expect: open
/*@ requires valid(m) and chain(m, key % 4) and m.size < 1000000;
    ensures \result => key in m.buckets[key % 4].*next.key;
    ensures old(key in m.buckets[key % 4].*next.key) => m.size = old(m.size);
    ensures \result and not old(key in m.buckets[key % 4].*next.key) => m.size = old(m.size) + 1; */
int map_put(struct map *m, unsigned key, int value)
{
    struct entry *e = find(m, key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return 0;
        e->key = key;
        e->next = m->buckets[key % BUCKETS];
        // mutant leak: m->buckets[key % BUCKETS] = e->next;
        m->buckets[key % BUCKETS] = e;
        m->size++;
    }
    e->value = value;
    return 1;
}

// entry: map_remove
// expect: bounded
/*@ requires valid(m) and chain(m, key % 4) and m.size > 0;
    ensures \result <=> old(key in m.buckets[key % 4].*next.key);
    ensures \result => m.size = old(m.size) - 1;
    ensures not \result => m.buckets[key % 4].*next = old(m.buckets[key % 4].*next); */
int map_remove(struct map *m, unsigned key)
{
    struct entry **link = &m->buckets[key % BUCKETS];
    // mutant postcondition: while (*link && (*link)->key < key)
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    struct entry *found = *link;
    if (!found)
        return 0;
    *link = found->next;
    free(found);
    m->size--;
    return 1;
}
