// What a class says of its objects holds when a method returns, if it held before.
// entry: ContractInvariant.take
public class ContractInvariant {
    static final int MOST = 10;

    // expect-next: refuted postcondition
    //@ invariant 0 <= left <= MOST;
    private int left;

    void take() {
        left--;
    }
}
