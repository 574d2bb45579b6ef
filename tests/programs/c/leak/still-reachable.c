// expect: proved
// Blocks reachable from a global at exit are not lost.
#include <stdlib.h>

struct entry { int key; struct entry *next; };

static struct entry *buckets[4];

static void insert(int key)
{
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = buckets[key % 4];
    buckets[key % 4] = e;
}

int main(void)
{
    for (int key = 0; key < 10; key++)
        insert(key);
    return buckets[1]->key == 9 ? 0 : 1;
}
