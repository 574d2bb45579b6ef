// entry: ArrayMaximum.maximum
class ArrayMaximum {
    static int maximum(int[] a) {
        if (a == null) {
            return 0;
        }
        int max = a[0]; // expect: refuted array-index
        for (int i = 1; i < a.length && i < 3; i++) {
            max = Math.max(max, a[i]);
        }
        return max;
    }
}
