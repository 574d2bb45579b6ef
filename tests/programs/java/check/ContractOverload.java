// Each of two methods of one name has its own contract; aliases of this are among the arguments.
// entry: ContractOverload.isMore(ContractOverload)
public class ContractOverload {
    int value;

    //@ ensures \result <=> value > limit;
    boolean isMore(int limit) {
        return value > limit;
    }

    // expect-next: refuted postcondition
    //@ requires other != null; ensures \result <=> value > other.value;
    boolean isMore(ContractOverload other) {
        return value >= other.value;
    }
}
