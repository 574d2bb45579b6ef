// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

import java.util.function.IntUnaryOperator;

/** The function gives one more than the table has. */
class Callback {
    static int apply(IntUnaryOperator function, int times, int start) {
        int value = start;
        for (int i = 0; i < times; i++) {
            value = function.applyAsInt(value);
        }
        return value;
    }

    public static void main(String[] args) {
        int[] table = new int[10];
        int times = Verifier.nondetInt();
        int at = apply(x -> (x + 3) % 11, times, 1);
        table[at] = 1; // expect: refuted array-index
    }
}
