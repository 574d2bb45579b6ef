// expect: proved
// The low bit of an aligned pointer carries a mark that is removed before use.
// exit: 2
#include <stdint.h>

struct node { int value; uintptr_t next_and_mark; };

static struct node *next(const struct node *n)
{
    return (struct node *)(n->next_and_mark & ~(uintptr_t)1);
}

int main(void)
{
    struct node c = {3, 0};
    struct node b = {2, (uintptr_t)&c | 1};
    struct node a = {1, (uintptr_t)&b};
    int marked = 0;
    for (struct node *n = &a; n; n = next(n))
        if (n->next_and_mark & 1)
            marked += n->value;
    return marked;
}
