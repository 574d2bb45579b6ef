// expect: proved
// A tree is built and torn down recursively.
// exit: 15
#include <stdlib.h>

struct tree { struct tree *left, *right; };

static struct tree *grow(int height)
{
    if (height == 0)
        return NULL;
    struct tree *t = malloc(sizeof *t);
    t->left = grow(height - 1);
    t->right = grow(height - 1);
    return t;
}

static int fell(struct tree *t)
{
    if (!t)
        return 0;
    int nodes = 1 + fell(t->left) + fell(t->right);
    free(t);
    return nodes;
}

int main(void)
{
    return fell(grow(4));
}
