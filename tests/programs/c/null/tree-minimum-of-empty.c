// The smallest key of a right subtree that does not exist.
// sanitizer: undefined
struct node {
    int key;
    struct node *left, *right;
};

static int minimum(const struct node *tree)
{
    while (tree->left) // expect: refuted null
        tree = tree->left;
    return tree->key;
}

static int successor_of_root(const struct node *root)
{
    return minimum(root->right);
}

int main(void)
{
    struct node one = {1, 0, 0}, three = {3, 0, 0}, two = {2, &one, &three};
    if (successor_of_root(&two) != 3)
        return 1;
    two.right = 0;
    return successor_of_root(&two);
}
