// The right child of the root may be missing.
// time: 20s
// sanitizer: undefined
// fails-with: values 3 2 1
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            exit(2);
        tree->key = key;
        tree->left = tree->right = NULL;
        return tree;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}

static int depth(const struct tree *tree)
{
    if (!tree)
        return 0;
    int left = depth(tree->left), right = depth(tree->right);
    return left > right ? left : right;
}

static void drop(struct tree *tree)
{
    if (!tree)
        return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}

int __VERIFIER_nondet_int(void);

int main(void)
{
    struct tree *tree = NULL;
    for (int i = 0; i < 3; i++)
        tree = insert(tree, __VERIFIER_nondet_int());
    int result = tree->right->key; // expect: refuted null
    drop(tree);
    return result;
}
