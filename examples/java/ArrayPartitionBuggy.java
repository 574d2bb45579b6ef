import org.sosy_lab.sv_benchmarks.Verifier;

/**
 * The partition step of quicksort: Figure 9 of Anand, Păsăreanu and Visser, "Symbolic Execution
 * with Abstraction", with the error that is described there.
 *
 * <pre>concrex check --entry ArrayPartitionBuggy.partition \
 *     examples/java/ArrayPartitionBuggy.java</pre>
 *
 * shows an array in which nothing is greater than the first element: the search for something
 * greater runs past its end.
 */
class ArrayPartitionBuggy {
    static void partition(int[] a) {
        Verifier.assume(a != null && a.length > 2);
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (a[lo] <= pivot) {
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
