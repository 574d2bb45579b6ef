// expect: proved
// open: where the time is short; `--engine shape` proves it
// Puts a node into a search tree.
// entry: TreeInsert.insert
class Tree {
    Tree left;
    Tree right;
    int key;
}

class TreeInsert {
    /*@ pred tree(t) = all v: t.*(left + right) | v not in v.^(left + right)
                               and no v.left.*(left + right) & v.right.*(left + right);
        requires tree(t) and e != null and e not in t.*(left + right) and e.left = null and e.right = null;
        ensures tree(\result);
        ensures \result.*(left + right) = old(t.*(left + right)) + e; */
    static Tree insert(Tree t, Tree e) {
        Tree p = t;
        Tree c = t;
        if (t == null) {
            return e;
        }
        while (c != null) {
            p = c;
            // mutant null-pointer: c = c.left.right;
            c = e.key < c.key ? c.left : c.right;
        }
        if (e.key < p.key) {
            // mutant postcondition: p.right = e;
            p.left = e;
        } else {
            // mutant postcondition: e.right = p;
            p.right = e;
        }
        return t;
    }
}
