// expect: proved
// A flexible array member owns the rest of its allocation.
// exit: 21
#include <stdlib.h>

struct vector {
    unsigned length;
    short items[];
};

int main(void)
{
    unsigned length = 6;
    struct vector *v = malloc(sizeof *v + length * sizeof v->items[0]);
    if (!v)
        return 1;
    v->length = length;
    int sum = 0;
    for (unsigned i = 0; i < v->length; i++)
        v->items[i] = (short)(i + 1);
    for (unsigned i = v->length; i-- > 0;)
        sum += v->items[i];
    free(v);
    return sum;
}
