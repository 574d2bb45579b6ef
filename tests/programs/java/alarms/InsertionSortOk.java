// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** Insertion sort of numbers that are not known. */
class InsertionSortOk {
    static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int value = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > value) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = value;
        }
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 0 || n > 10) {
            return;
        }
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = Verifier.nondetInt();
        }
        sort(a);
    }
}
