// A pointer into a vector is kept while the vector moves.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

struct vector { int *items; size_t count, capacity; };

static void append(struct vector *v, int item)
{
    if (v->count == v->capacity) {
        int *grown = malloc(2 * v->capacity * sizeof *grown);
        memcpy(grown, v->items, v->count * sizeof *grown);
        free(v->items);
        v->items = grown;
        v->capacity *= 2;
    }
    v->items[v->count++] = item;
}

int main(void)
{
    struct vector v = {malloc(2 * sizeof(int)), 0, 2};
    append(&v, 40);
    int *first = &v.items[0];
    append(&v, 41);
    append(&v, 42);
    int answer = *first + 2; // expect: refuted use-after-free
    free(v.items);
    return answer;
}
