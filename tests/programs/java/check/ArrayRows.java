// The rows of an array can be missing.
// entry: ArrayRows.corner
class ArrayRows {
    static int corner(int[][] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        return a[0].length; // expect: refuted null-pointer
    }
}
