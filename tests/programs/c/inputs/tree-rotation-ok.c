// expect: proved
// Three keys in any order, repeated ones too, stay in order in the balanced search tree.
#include <assert.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct node {
    int key, height;
    struct node *left, *right;
};

static struct node pool[4];
static int used;

static int height(const struct node *node)
{
    return node ? node->height : 0;
}

static void update(struct node *node)
{
    int left = height(node->left), right = height(node->right);
    node->height = 1 + (left > right ? left : right);
}

static struct node *rotate_right(struct node *top)
{
    struct node *pivot = top->left;
    top->left = pivot->right;
    pivot->right = top;
    update(top);
    update(pivot);
    return pivot;
}

static struct node *rotate_left(struct node *top)
{
    struct node *pivot = top->right;
    top->right = pivot->left;
    pivot->left = top;
    update(top);
    update(pivot);
    return pivot;
}

static struct node *insert(struct node *tree, int key)
{
    if (!tree) {
        struct node *node = &pool[used++];
        node->key = key;
        node->height = 1;
        return node;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else if (key > tree->key)
        tree->right = insert(tree->right, key);
    update(tree);
    int lean = height(tree->left) - height(tree->right);
    if (lean > 1) {
        if (key > tree->left->key)
            tree->left = rotate_left(tree->left);
        return rotate_right(tree);
    }
    if (lean < -1) {
        if (key < tree->right->key)
            tree->right = rotate_right(tree->right);
        return rotate_left(tree);
    }
    return tree;
}

static int last, visited;

static void walk(const struct node *tree)
{
    if (!tree)
        return;
    walk(tree->left);
    assert(visited == 0 || last < tree->key);
    last = tree->key;
    visited++;
    walk(tree->right);
}

int main(void)
{
    struct node *tree = NULL;
    for (int i = 0; i < 3; i++)
        tree = insert(tree, __VERIFIER_nondet_int());
    walk(tree);
    assert(visited == used);
    return 0;
}
