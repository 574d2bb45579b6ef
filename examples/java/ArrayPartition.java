import org.sosy_lab.sv_benchmarks.Verifier;

/**
 * The partition step of quicksort: Figure 9 of Anand, Păsăreanu and Visser, "Symbolic Execution
 * with Abstraction".
 *
 * <pre>concrex check --entry ArrayPartition.partition \
 *     examples/java/ArrayPartition.java</pre>
 *
 * finds no error in arrays of any length. See ArrayPartitionBuggy.java for the one with the
 * error.
 */
class ArrayPartition {
    static void partition(int[] a) {
        Verifier.assume(a != null && a.length > 2);
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (lo <= hi && a[lo] <= pivot) {
                lo++;
            }
            while (a[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int larger = a[lo];
                a[lo] = a[hi];
                a[hi] = larger;
            }
        }
    }
}
