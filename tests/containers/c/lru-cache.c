// A cache that forgets what was not used for longest: a ring of entries around a head, the latest first, and a table
// of the entries by key.
#include <stdlib.h>

#define KEYS 8

struct entry {
    struct entry *newer;
    struct entry *older;
    int key;
    int value;
};

struct cache {
    struct entry *head;
    struct entry *table[KEYS];
    int size;
};

/*@ pred linked(e) = e != null and e.newer != null and e.older != null
                     and e.newer.older = e and e.older.newer = e;
    pred ring(c) = c != null and linked(c.head) and linked(c.head.older) and 0 <= c.size <= 8; */

// entry: entry_detach
// expect: proved
/*@ requires linked(e);
    ensures old(e.newer) != e => old(e.newer).older = old(e.older);
    ensures old(e.older) != e => old(e.older).newer = old(e.newer); */
static void entry_detach(struct entry *e)
{
    e->newer->older = e->older;
    // mutant postcondition: e->older->newer = e;
    e->older->newer = e->newer;
}

// entry: entry_attach
// expect: proved
/*@ requires linked(head) and linked(head.older) and e != null and e not in head + head.older + head.newer;
    ensures head.older = e and e.newer = head;
    ensures e.older = old(head.older) and old(head.older).newer = e;
    ensures linked(e) and linked(head); */
static void entry_attach(struct entry *head, struct entry *e)
{
    e->newer = head;
    e->older = head->older;
    // mutant postcondition: head->newer = e;
    head->older->newer = e;
    head->older = e;
}

// entry: cache_get
// expect: proved
/*@ requires ring(c) and 0 <= key < 8;
    requires c.table[key] = null or (c.table[key] != c.head and linked(c.table[key]));
    ensures c.table[key] = null => \result = fallback and c.head.older = old(c.head.older);
    ensures c.table[key] != null => \result = c.table[key].value and c.head.older = c.table[key];
    ensures c.size = old(c.size); */
int cache_get(struct cache *c, int key, int fallback)
{
    struct entry *e = c->table[key];
    // mutant null: if (e == c->head)
    if (!e)
        return fallback;
    e->newer->older = e->older;
    e->older->newer = e->newer;
    e->newer = c->head;
    e->older = c->head->older;
    c->head->older->newer = e;
    c->head->older = e;
    return e->value;
}

// entry: cache_evict
// expect: proved
/*@ requires ring(c) and c.size > 0 and linked(c.head.newer) and c.head.newer != c.head;
    requires 0 <= c.head.newer.key < 8 and c.table[c.head.newer.key] = c.head.newer;
    ensures \result = old(c.head.newer.key) and c.size = old(c.size) - 1;
    ensures c.table[\result] = null and c.head.newer = old(c.head.newer.newer); */
int cache_evict(struct cache *c)
{
    struct entry *last = c->head->newer;
    int key = last->key;
    last->newer->older = last->older;
    last->older->newer = last->newer;
    // mutant postcondition: c->table[c->size - 1] = NULL;
    c->table[key] = NULL;
    c->size--;
    free(last);
    return key;
}

// entry: cache_put
// expect: proved
/*@ requires ring(c) and 0 <= key < 8 and c.size < 8 and c.table[key] = null;
    ensures \result => c.size = old(c.size) + 1 and c.table[key].value = value and c.table[key].key = key;
    ensures \result => c.head.older = c.table[key] and linked(c.head.older);
    ensures not \result => c.size = old(c.size); */
int cache_put(struct cache *c, int key, int value)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->key = key;
    e->value = value;
    e->newer = c->head;
    // mutant postcondition: e->older = c->head;
    e->older = c->head->older;
    c->head->older->newer = e;
    c->head->older = e;
    c->table[key] = e;
    c->size++;
    return 1;
}
