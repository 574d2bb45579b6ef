// A tree whose children were exchanged.
// entry: TreeInsert.contains
class TreeInsert {
    int key;
    TreeInsert left;
    TreeInsert right;

    static boolean contains(TreeInsert tree, int key) {
        int depth = 0;
        while (tree != null && depth < 3) {
            assert tree.left == null || tree.left != tree.right; // expect: refuted assert
            tree = key < tree.key ? tree.left : tree.right;
            depth++;
        }
        return false;
    }
}
