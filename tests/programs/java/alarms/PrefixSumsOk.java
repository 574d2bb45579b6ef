// expect: proved
// time: 20s
// open: a relation between an array and a sum of its elements
import org.sosy_lab.sv_benchmarks.Verifier;

/** Sums of prefixes, and of ranges by two of them. */
class PrefixSumsOk {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 50) {
            return;
        }
        int[] sums = new int[n + 1];
        for (int i = 0; i < n; i++) {
            int value = Verifier.nondetInt();
            sums[i + 1] = sums[i] + value % 100;
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
