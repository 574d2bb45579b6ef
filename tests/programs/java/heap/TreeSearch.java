// expect: proved
// open: where the time is short; `--engine shape` proves it
// Looks for a number in a search tree.
// entry: TreeSearch.search
class Tree {
    Tree left;
    Tree right;
    int key;
}

class TreeSearch {
    /*@ pred tree(t) = all v: t.*(left + right) | v not in v.^(left + right)
                               and no v.left.*(left + right) & v.right.*(left + right);
        requires tree(t);
        ensures \result = null or (\result in t.*(left + right) and \result.key = key); */
    static Tree search(Tree t, int key) {
        // mutant null-pointer: while (t.key != key) {
        // mutant postcondition: while (t != null && t.left != null && t.key != key) {
        while (t != null && t.key != key) {
            // mutant null-pointer: t = t.left.right;
            // mutant null-pointer: t = key < t.key ? t.left.left : t.right;
            t = key < t.key ? t.left : t.right;
        }
        return t;
    }
}
