// expect: proved
// entry: CalleeRequiresOk.call
public class CalleeRequiresOk {
    int least;

    /*@ requires 0 <= n and n < #values;
        requires values[n] >= least; */
    int get(int n, int[] values) {
        return n >= 0 && n < values.length ? values[n] : 0;
    }

    static int call(CalleeRequiresOk it, int[] values) {
        if (it == null || values == null || values.length != 2 || values[1] < it.least) {
            return 0;
        }
        return it.get(1, values);
    }
}
