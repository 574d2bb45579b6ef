// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

import java.util.function.IntUnaryOperator;

/** Functions that are given as objects. */
class CallbackOk {
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
        int at = apply(x -> (x + 3) % 10, times, 1);
        table[at] = 1;
    }
}
