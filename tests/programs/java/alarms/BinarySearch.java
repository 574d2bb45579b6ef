// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The end of the range is one behind the table. */
class BinarySearch {
    private static final int[] TABLE = {2, 3, 5, 7, 11, 13, 17, 19, 23};

    static int find(int wanted) {
        int low = 0;
        int high = TABLE.length;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (TABLE[middle] == wanted) { // expect: refuted array-index
                return middle;
            }
            if (TABLE[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        int at = find(Verifier.nondetInt());
        if (at >= 0) {
            assert TABLE[at] > 1;
        }
    }
}
