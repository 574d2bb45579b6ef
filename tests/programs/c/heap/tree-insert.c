// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: insert
struct node { struct node *left, *right; int key; };

/*@ pred tree(t) = all v: t.*(left + right) | v not in v.^(left + right)
                       and no v.left.*(left + right) & v.right.*(left + right);
    requires tree(t) and e != null and e not in t.*(left + right) and e.left = null and e.right = null;
    ensures tree(\result);
    ensures \result.*(left + right) = old(t.*(left + right)) + e; */
struct node *insert(struct node *t, struct node *e)
{
    struct node *p = t, *c = t;
    // mutant null: if (0)
    if (!t)
        // mutant postcondition: return t;
        return e;
    while (c) {
        p = c;
        // mutant null: c = c->left->right;
        c = e->key < c->key ? c->left : c->right;
    }
    if (e->key < p->key)
        // mutant postcondition: p->right = e;
        p->left = e;
    else
        // mutant postcondition: e->right = p;
        p->right = e;
    return t;
}
