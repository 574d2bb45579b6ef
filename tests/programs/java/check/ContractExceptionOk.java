// A postcondition is about calls that return; this one returns only what it promises.
// entry: ContractExceptionOk.rest
// property: postcondition
// expect: proved
public class ContractExceptionOk {
    //@ ensures \result >= 0;
    static int rest(int used) {
        if (used < 0 || used > 5) {
            throw new IllegalArgumentException();
        }
        return 5 - used;
    }
}
