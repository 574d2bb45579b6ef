// The nodes of an AVL tree, each with the height of the tree below it.
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
    int height;
};

/*@ pred heights(t) = t != null => 1 <= t.height <= 1000;
    pred shape(t) = all v: t.*(left + right) |
                        v not in v.^(left + right)
                        and no v.left.*(left + right) & v.right.*(left + right);
    pred ordered(t) = all v: t.*(left + right) | (all l: v.left.*(left + right) | l.key < v.key)
                                                 and (all r: v.right.*(left + right) | r.key > v.key); */

static int height(const struct tree *t)
{
    return t ? t->height : 0;
}

static void measure(struct tree *t)
{
    int left = height(t->left), right = height(t->right);
    t->height = 1 + (left > right ? left : right);
}

// entry: tree_balance
// expect: proved
/*@ requires t != null and heights(t.left) and heights(t.right);
    ensures -1000 <= \result <= 1000;
    ensures t.left = null and t.right != null => \result = -t.right.height;
    ensures t.left != null and t.right != null => \result = t.left.height - t.right.height; */
int tree_balance(const struct tree *t)
{
    // mutant null: return t->left->height - height(t->right);
    return height(t->left) - height(t->right);
}

// entry: tree_rotate_right
// expect: proved
/*@ requires t != null and t.left != null and t.left != t and t.right != t and t.left.left != t and t.left.right != t;
    requires t.right != t.left and t.left.right != t.left and t.left.left != t.left;
    requires heights(t.right) and heights(t.left.left) and heights(t.left.right);
    ensures \result = old(t.left) and \result.right = t;
    ensures t.left = old(t.left.right) and \result.left = old(t.left.left) and t.right = old(t.right);
    ensures \result.height > t.height; */
struct tree *tree_rotate_right(struct tree *t)
{
    struct tree *up = t->left;
    // mutant postcondition: t->left = up->left;
    t->left = up->right;
    up->right = t;
    measure(t);
    measure(up);
    return up;
}

// entry: tree_rotate_left
// expect: proved
/*@ requires t != null and t.right != null and t.left != t and t.right != t and t.right.left != t and t.right.right != t;
    requires t.right != t.left and t.right.right != t.right and t.right.left != t.right;
    requires heights(t.left) and heights(t.right.left) and heights(t.right.right);
    ensures \result = old(t.right) and \result.left = t;
    ensures t.right = old(t.right.left) and \result.right = old(t.right.right) and t.left = old(t.left);
    ensures \result.height > t.height; */
struct tree *tree_rotate_left(struct tree *t)
{
    struct tree *up = t->right;
    // mutant postcondition: t->right = up->right;
    t->right = up->left;
    up->left = t;
    measure(t);
    measure(up);
    return up;
}

// entry: tree_contains
// expect: open
/*@ requires shape(t) and ordered(t);
    ensures \result <=> key in t.*(left + right).key; */
int tree_contains(const struct tree *t, int key)
{
    while (t && t->key != key)
        // mutant postcondition: t = key < t->key ? t->right : t->left;
        t = key < t->key ? t->left : t->right;
    return t != NULL;
}

// entry: tree_first
// expect: open
/*@ requires t != null and shape(t) and ordered(t);
    ensures \result in t.*left and \result.left = null;
    ensures all v: t.*(left + right) | \result.key <= v.key; */
const struct tree *tree_first(const struct tree *t)
{
    // mutant null: while (t->left->left)
    while (t->left)
        t = t->left;
    return t;
}
