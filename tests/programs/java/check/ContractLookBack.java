// Both ways to 7 are one state after the loop, and only one of them breaks the contract.
// entry: ContractLookBack.store
public class ContractLookBack {
    int value;

    /*@ requires turns <= 3;
    // expect-next: refuted postcondition
        ensures old(value) = 6 and turns >= 1 => value = 8; */
    void store(int turns) {
        if (value == 5 || value == 6) {
            value = 7;
        }
        for (int i = 0; i < turns; i++) {
        }
    }
}
