// expect: proved
// Every entry of the table is freed before main returns.
// property: memcleanup
#include <stdlib.h>

struct entry { unsigned key; struct entry *next; };

static struct entry *buckets[3];

int main(void)
{
    for (unsigned key = 0; key < 8; key++) {
        struct entry *e = malloc(sizeof *e);
        e->key = key * 7;
        e->next = buckets[e->key % 3];
        buckets[e->key % 3] = e;
    }
    int freed = 0;
    for (int b = 0; b < 3; b++)
        while (buckets[b]) {
            struct entry *e = buckets[b];
            buckets[b] = e->next;
            free(e);
            freed++;
        }
    return freed == 8 ? 0 : 1;
}
