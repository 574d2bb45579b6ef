// Objects that the caller gives satisfy the invariant of their class, and keep it.
// entry: ContractInvariantOk.take
// expect: proved
public class ContractInvariantOk {
    static final int MOST = 10;

    //@ invariant 0 <= left <= MOST;
    private int left;

    void take(ContractInvariantOk other) {
        if (left > 0 && other != null) {
            left--;
            assert other.left < 11;
        }
    }
}
