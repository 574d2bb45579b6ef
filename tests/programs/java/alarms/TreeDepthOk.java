// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A search tree and its depth. */
class TreeDepthOk {
    private final int key;
    private TreeDepthOk left;
    private TreeDepthOk right;

    TreeDepthOk(int key) {
        this.key = key;
    }

    void insert(int other) {
        if (other < key) {
            if (left == null) {
                left = new TreeDepthOk(other);
            } else {
                left.insert(other);
            }
        } else if (right == null) {
            right = new TreeDepthOk(other);
        } else {
            right.insert(other);
        }
    }

    static int depth(TreeDepthOk tree) {
        return tree == null ? 0 : 1 + Math.max(depth(tree.left), depth(tree.right));
    }

    public static void main(String[] args) {
        TreeDepthOk tree = new TreeDepthOk(Verifier.nondetInt());
        for (int i = 0; i < 2; i++) {
            tree.insert(Verifier.nondetInt());
        }
        int depth = depth(tree.left);
        int[] counts = new int[2];
        counts[depth > 0 ? 1 : 0]++;
    }
}
