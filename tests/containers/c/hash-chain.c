// A map from numbers to numbers: a hash table with a list in each bucket.
#include <stdlib.h>

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

struct map {
    struct entry **buckets;
    unsigned count;
    int size;
};

/*@ pred chained(m) = m != null and 1 <= m.count <= 64 and m.count <= #m.buckets
                      and 0 <= m.size <= 1000000;
    pred chain(m, i) = all e: m.buckets[i].*next | e not in e.^next and e.key % m.count = i; */

// entry: map_bucket
// expect: proved
/*@ requires chained(m);
    ensures 0 <= \result < m.count and \result = key % m.count; */
static unsigned map_bucket(const struct map *m, unsigned key)
{
    // mutant postcondition: return key & m->count;
    return key % m->count;
}

// entry: map_clear
// expect: bounded
/*@ requires chained(m);
    requires all i: 0..m.count-1 | m.buckets[i] = null or m.buckets[i].next = null;
    requires all i: 0..m.count-1 | all j: 0..i-1 | m.buckets[i] = null or m.buckets[i] != m.buckets[j];
    ensures m.size = 0;
    ensures all i: 0..m.count-1 | m.buckets[i] = null; */
void map_clear(struct map *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        struct entry *e = m->buckets[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        // mutant postcondition: m->buckets[0] = NULL;
        m->buckets[i] = NULL;
    }
    m->size = 0;
}

// entry: map_find
// expect: bounded
/*@ requires chained(m) and chain(m, key % m.count);
    ensures \result = null or \result.key = key;
    ensures \result = null <=> key not in m.buckets[key % m.count].*next.key; */
struct entry *map_find(const struct map *m, unsigned key)
{
    struct entry *e = m->buckets[map_bucket(m, key)];
    // mutant null: while (e->key != key)
    while (e && e->key != key)
        e = e->next;
    return e;
}

// entry: map_get
// expect: bounded
/*@ requires chained(m) and chain(m, key % m.count);
    ensures \result = fallback or \result in m.buckets[key % m.count].*next.value;
    ensures key not in m.buckets[key % m.count].*next.key => \result = fallback; */
int map_get(const struct map *m, unsigned key, int fallback)
{
    const struct entry *e = map_find(m, key);
    // mutant null: return e->value != fallback ? e->value : fallback;
    return e ? e->value : fallback;
}

// entry: map_put
// expect: bounded
/*@ requires chained(m) and chain(m, key % m.count) and m.size < 1000000;
    ensures \result => key in m.buckets[key % m.count].*next.key;
    ensures \result => m.size = old(m.size) + 1 or m.size = old(m.size);
    ensures old(key in m.buckets[key % m.count].*next.key) => m.size = old(m.size); */
int map_put(struct map *m, unsigned key, int value)
{
    struct entry *e = map_find(m, key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return 0;
        unsigned bucket = map_bucket(m, key);
        e->key = key;
        e->next = m->buckets[bucket];
        // mutant leak: m->buckets[bucket] = e->next;
        m->buckets[bucket] = e;
        m->size++;
    }
    e->value = value;
    return 1;
}

// entry: map_remove
// expect: bounded
/*@ requires chained(m) and chain(m, key % m.count) and m.size > 0;
    ensures \result <=> old(key in m.buckets[key % m.count].*next.key);
    ensures \result => m.size = old(m.size) - 1;
    ensures not \result => m.buckets[key % m.count].*next = old(m.buckets[key % m.count].*next); */
int map_remove(struct map *m, unsigned key)
{
    struct entry **link = &m->buckets[map_bucket(m, key)];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    struct entry *found = *link;
    if (!found)
        return 0;
    *link = found->next;
    free(found);
    // mutant postcondition: ;
    m->size--;
    return 1;
}
