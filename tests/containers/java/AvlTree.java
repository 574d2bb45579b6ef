// The nodes of an AVL tree, each with the height of the tree below it.
class AvlTree {
    AvlTree left;
    AvlTree right;
    int key;
    int height;

    /*@ pred low(t) = t != null => 1 <= t.height <= 1000;
        pred shape(t) = all v: t.*(left + right) |
                            v not in v.^(left + right)
                            and no v.left.*(left + right) & v.right.*(left + right);
        pred ordered(t) = all v: t.*(left + right) | (all l: v.left.*(left + right) | l.key < v.key)
                                                     and (all r: v.right.*(left + right) | r.key > v.key); */

    private static int height(AvlTree t) {
        return t != null ? t.height : 0;
    }

    private void measure() {
        height = 1 + Math.max(height(left), height(right));
    }

    // entry: AvlTree.balance
    // expect: proved
    /*@ requires low(left) and low(right);
        ensures -1000 <= \result <= 1000;
        ensures left != null and right != null => \result = left.height - right.height; */
    int balance() {
        // mutant null-pointer: return left.height - height(right);
        return height(left) - height(right);
    }

    // entry: AvlTree.rotateRight
    // expect: proved
    /*@ requires left != null and left != this and right != this and left.left != this and left.right != this;
        requires right != left and left.right != left and left.left != left;
        requires low(right) and low(left.left) and low(left.right);
        ensures \result = old(left) and \result.right = this and left = old(left.right);
        ensures \result.left = old(left.left) and right = old(right);
        ensures \result.height > height; */
    AvlTree rotateRight() {
        AvlTree up = left;
        // mutant postcondition: left = up.left;
        left = up.right;
        up.right = this;
        measure();
        up.measure();
        return up;
    }

    // entry: AvlTree.rotateLeft
    // expect: proved
    /*@ requires right != null and left != this and right != this and right.left != this and right.right != this;
        requires right != left and right.right != right and right.left != right;
        requires low(left) and low(right.left) and low(right.right);
        ensures \result = old(right) and \result.left = this and right = old(right.left);
        ensures \result.right = old(right.right) and left = old(left);
        ensures \result.height > height; */
    AvlTree rotateLeft() {
        AvlTree up = right;
        // mutant postcondition: right = up.right;
        right = up.left;
        up.left = this;
        measure();
        up.measure();
        return up;
    }

    // entry: AvlTree.contains
    // expect: open
    /*@ requires shape(this) and ordered(this);
        ensures \result <=> wanted in this.*(left + right).key; */
    boolean contains(int wanted) {
        AvlTree t = this;
        while (t != null && t.key != wanted)
            // mutant postcondition: t = wanted < t.key ? t.right : t.left;
            t = wanted < t.key ? t.left : t.right;
        return t != null;
    }

    // entry: AvlTree.first
    // expect: open
    /*@ requires shape(this) and ordered(this);
        ensures \result in this.*left and \result.left = null;
        ensures all v: this.*(left + right) | \result.key <= v.key; */
    AvlTree first() {
        AvlTree t = this;
        // mutant null-pointer: while (t.left.left != null)
        while (t.left != null)
            t = t.left;
        return t;
    }
}
