import java.util.NoSuchElementException;
import org.sosy_lab.sv_benchmarks.Verifier;

/**
 * A set of numbers in a red-black tree, with an error in {@link #delete} that no tree of fewer than
 * five nodes shows.
 *
 * <pre>concrex check --entry RedBlackTree.checkDelete --assume noalias --strategy breadth-first \
 *     examples/java/RedBlackTree.java</pre>
 *
 * shows such a tree. Its nodes are chosen as {@link #isRedBlack} looks at them, so that only
 * red-black trees are left when {@code delete} starts; small ones come first.
 */
public class RedBlackTree {
    /** What the height of a tree is that is none. */
    private static final int INVALID = -1;

    private static class Node {
        int key;
        boolean red;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
            this.red = true;
        }
    }

    private Node root;

    /** The subtree that an insertion or deletion came from has become one black node shorter. */
    private boolean shrunk;

    public boolean isEmpty() {
        return root == null;
    }

    public int size() {
        return size(root);
    }

    private static int size(Node node) {
        return node == null ? 0 : size(node.left) + 1 + size(node.right);
    }

    public boolean contains(int key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return true;
            }
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    public int minimum() {
        if (root == null) {
            throw new NoSuchElementException();
        }
        return leftmost(root).key;
    }

    public int maximum() {
        if (root == null) {
            throw new NoSuchElementException();
        }
        Node node = root;
        while (node.right != null) {
            node = node.right;
        }
        return node.key;
    }

    /** The greatest number of the set that is not greater than a limit. */
    public int floor(int limit) {
        Node best = null;
        Node node = root;
        while (node != null) {
            if (node.key > limit) {
                node = node.left;
            } else {
                best = node;
                node = node.right;
            }
        }
        if (best == null) {
            throw new NoSuchElementException();
        }
        return best.key;
    }

    /** All numbers of the set in ascending order. */
    public int[] toArray() {
        int[] keys = new int[size()];
        fill(root, keys, 0);
        return keys;
    }

    private static int fill(Node node, int[] keys, int next) {
        if (node == null) {
            return next;
        }
        next = fill(node.left, keys, next);
        keys[next] = node.key;
        return fill(node.right, keys, next + 1);
    }

    // Insertion: a new node is red, and two red ones in a row are resolved on the way up.

    public void insert(int key) {
        root = insert(root, key);
        root.red = false;
    }

    private static Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
            return resolveLeft(node);
        }
        if (key > node.key) {
            node.right = insert(node.right, key);
            return resolveRight(node);
        }
        return node;
    }

    private static Node resolveLeft(Node node) {
        Node child = node.left;
        if (node.red || !isRed(child) || !isRed(child.left) && !isRed(child.right)) {
            return node;
        }
        if (isRed(node.right)) {
            return pushBlackDown(node);
        }
        if (isRed(child.right)) {
            node.left = rotateLeft(child);
        }
        return exchangeColours(rotateRight(node), node);
    }

    private static Node resolveRight(Node node) {
        Node child = node.right;
        if (node.red || !isRed(child) || !isRed(child.left) && !isRed(child.right)) {
            return node;
        }
        if (isRed(node.left)) {
            return pushBlackDown(node);
        }
        if (isRed(child.left)) {
            node.right = rotateRight(child);
        }
        return exchangeColours(rotateLeft(node), node);
    }

    private static Node pushBlackDown(Node node) {
        node.red = true;
        node.left.red = false;
        node.right.red = false;
        return node;
    }

    // Deletion: a node with two children takes the key of its successor, which is deleted instead.
    // What is one black node short is repaired on the way up.

    public void delete(int key) {
        shrunk = false;
        root = delete(root, key);
    }

    private Node delete(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = delete(node.left, key);
            return repairLeft(node);
        }
        if (key > node.key) {
            node.right = delete(node.right, key);
            return repairRight(node);
        }
        if (node.left != null && node.right != null) {
            node.key = leftmost(node.right).key;
            node.right = delete(node.right, node.key);
            return repairRight(node);
        }
        return unlink(node);
    }

    /** What takes the place of a node with at most one child. */
    private Node unlink(Node node) {
        Node child = node.left != null ? node.left : node.right;
        if (isRed(child)) {
            child.red = false;
        } else {
            shrunk = !node.red;
        }
        return child;
    }

    /** Repairs a node whose left side has shrunk. */
    private Node repairLeft(Node node) {
        if (!shrunk) {
            return node;
        }
        Node sibling = node.right;
        if (sibling.red) {
            // The error: the left side is still one short below its new red parent.
            shrunk = false;
            return exchangeColours(rotateLeft(node), node);
        }
        if (!isRed(sibling.left) && !isRed(sibling.right)) {
            return takeBlackFromChildren(node, sibling);
        }
        if (!isRed(sibling.right)) {
            node.right = exchangeColours(rotateRight(sibling), sibling);
        }
        shrunk = false;
        Node top = exchangeColours(rotateLeft(node), node);
        node.red = false;
        top.right.red = false;
        return top;
    }

    /** Repairs a node whose right side has shrunk. */
    private Node repairRight(Node node) {
        if (!shrunk) {
            return node;
        }
        Node sibling = node.left;
        if (sibling.red) {
            Node top = exchangeColours(rotateRight(node), node);
            top.right = repairRight(node);
            return top;
        }
        if (!isRed(sibling.left) && !isRed(sibling.right)) {
            return takeBlackFromChildren(node, sibling);
        }
        if (!isRed(sibling.left)) {
            node.left = exchangeColours(rotateLeft(sibling), sibling);
        }
        shrunk = false;
        Node top = exchangeColours(rotateRight(node), node);
        node.red = false;
        top.left.red = false;
        return top;
    }

    /** The sibling of what has shrunk shrinks as well. */
    private Node takeBlackFromChildren(Node node, Node sibling) {
        sibling.red = true;
        shrunk = !node.red;
        node.red = false;
        return node;
    }

    // Parts of both.

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    private static Node leftmost(Node node) {
        while (node.left != null) {
            node = node.left;
        }
        return node;
    }

    private static Node rotateLeft(Node node) {
        Node top = node.right;
        node.right = top.left;
        top.left = node;
        return top;
    }

    private static Node rotateRight(Node node) {
        Node top = node.left;
        node.left = top.right;
        top.right = node;
        return top;
    }

    /** After a rotation: the new top gets the colour of the node that was there. */
    private static Node exchangeColours(Node top, Node node) {
        boolean red = top.red;
        top.red = node.red;
        node.red = red;
        return top;
    }

    // What must always be true of a tree.

    /** Keys are in order, no red node has a red child, all ways down have as many black nodes. */
    boolean isRedBlack() {
        return !isRed(root) && blackHeight(root, Long.MIN_VALUE, Long.MAX_VALUE) != INVALID;
    }

    /** The number of black nodes on every way down from a node, whose keys are between limits. */
    private static int blackHeight(Node node, long low, long high) {
        if (node == null) {
            return 0;
        }
        if (node.key <= low || node.key >= high || node.red && isRed(node.left)) {
            return INVALID;
        }
        int left = blackHeight(node.left, low, node.key);
        if (left == INVALID || node.red && isRed(node.right)) {
            return INVALID;
        }
        int right = blackHeight(node.right, node.key, high);
        if (left != right) {
            return INVALID;
        }
        return node.red ? left : left + 1;
    }

    /** Deleting from any red-black tree gives a red-black tree without the key. */
    void checkDelete(int key) {
        Verifier.assume(isRedBlack());
        delete(key);
        assert isRedBlack();
        assert !contains(key);
    }
}
