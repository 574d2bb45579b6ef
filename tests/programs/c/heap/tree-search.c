// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: search
struct node { struct node *left, *right; int key; };

/*@ pred tree(t) = all v: t.*(left + right) | v not in v.^(left + right)
                       and no v.left.*(left + right) & v.right.*(left + right);
    requires tree(t);
    ensures \result = null or (\result in t.*(left + right) and \result.key = key); */
struct node *search(struct node *t, int key)
{
    // mutant null: while (t->key != key)
    // mutant postcondition: while (t && t->left && t->key != key)
    while (t && t->key != key)
        // mutant null: t = t->left->right;
        // mutant null: t = key < t->key ? t->left->left : t->right;
        // mutant null: if (!(t = key < t->key ? t->left : t->right)) return t->left;
        t = key < t->key ? t->left : t->right;
    return t;
}
