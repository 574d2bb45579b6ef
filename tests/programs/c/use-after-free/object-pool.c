// expect: proved
// A pool's own free list recycles slots that were never given to free.
// exit: 3
#include <stddef.h>

union slot { union slot *next_free; int value; };

static union slot pool[3], *free_list;

static union slot *take(void)
{
    union slot *s = free_list;
    free_list = s->next_free;
    return s;
}

static void give(union slot *s)
{
    s->next_free = free_list;
    free_list = s;
}

int main(void)
{
    for (size_t i = 0; i < 3; i++)
        give(&pool[i]);
    union slot *a = take(), *b = take();
    a->value = 1, b->value = 2;
    int sum = a->value + b->value;
    give(a);
    union slot *c = take();
    c->value = 7;
    return a == c && a->value == 7 ? sum : 0;
}
