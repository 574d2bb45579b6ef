// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** There is one sum more than values. */
class PrefixSums {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 50) {
            return;
        }
        int[] sums = new int[n];
        for (int i = 0; i < n; i++) {
            int value = Verifier.nondetInt();
            sums[i + 1] = sums[i] + value % 100; // expect: refuted array-index
        }
        int from = Verifier.nondetInt();
        int to = Verifier.nondetInt();
        if (from < 0 || to < from || to > n) {
            return;
        }
        int range = sums[to] - sums[from];
        assert from != to || range == 0;
    }
}
