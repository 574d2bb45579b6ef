// expect: proved
// entry: ArraySumOk.sum
class ArraySumOk {
    static int sum(int[] a) {
        if (a == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }
}
