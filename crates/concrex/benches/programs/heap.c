/* A binary tree that is built and freed again and again. */
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            abort();
        tree->left = tree->right = NULL;
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int destroy(struct tree *tree)
{
    if (!tree)
        return 0;
    int size = 1 + destroy(tree->left) + destroy(tree->right);
    free(tree);
    return size;
}

int main(void)
{
    unsigned random = 1;
    for (int round = 0; round < 20; round++) {
        struct tree *tree = NULL;
        for (int i = 0; i < 500; i++) {
            random = random * 1103515245u + 12345u;
            tree = insert(tree, (int)(random >> 16 & 0x7fff));
        }
        if (destroy(tree) != 500)
            return 1;
    }
    return 0;
}
