// A constructor must establish the invariant.
// entry: ContractConstructor.<init>
public class ContractConstructor {
    // expect-next: refuted postcondition
    //@ invariant size >= 0;
    private final int size;

    ContractConstructor(int size) {
        this.size = size;
    }
}
