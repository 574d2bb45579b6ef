// Dropping an entry from a chain relinks its predecessor only if there is none.
// sanitizer: address
// fails-with: values 11
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 4

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static void put(unsigned key, int value)
{
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        exit(1);
    entry->key = key;
    entry->value = value;
    entry->next = table[key % BUCKETS];
    table[key % BUCKETS] = entry;
}

static int get(unsigned key)
{
    for (struct entry *entry = table[key % BUCKETS]; entry; entry = entry->next)
        if (entry->key == key) // expect: refuted use-after-free
            return entry->value;
    return -1;
}

static void drop(unsigned key)
{
    struct entry *previous = NULL;
    for (struct entry *entry = table[key % BUCKETS]; entry; entry = entry->next) {
        if (entry->key == key) {
            if (!previous)
                table[key % BUCKETS] = entry->next;
            free(entry);
            return;
        }
        previous = entry;
    }
}

int main(void)
{
    put(3, 30);
    put(__VERIFIER_nondet_uint(), 40);
    drop(3);
    return get(7) == -1;
}
