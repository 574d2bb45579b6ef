// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The left child may be missing. */
class TreeDepth {
    private final int key;
    private TreeDepth left;
    private TreeDepth right;

    TreeDepth(int key) {
        this.key = key;
    }

    void insert(int other) {
        if (other < key) {
            if (left == null) {
                left = new TreeDepth(other);
            } else {
                left.insert(other);
            }
        } else if (right == null) {
            right = new TreeDepth(other);
        } else {
            right.insert(other);
        }
    }

    static int depth(TreeDepth tree) {
        return tree == null ? 0 : 1 + Math.max(depth(tree.left), depth(tree.right));
    }

    public static void main(String[] args) {
        TreeDepth tree = new TreeDepth(Verifier.nondetInt());
        for (int i = 0; i < 2; i++) {
            tree.insert(Verifier.nondetInt());
        }
        int depth = tree.left.key; // expect: refuted null-pointer
        int[] counts = new int[2];
        counts[depth > 0 ? 1 : 0]++;
    }
}
