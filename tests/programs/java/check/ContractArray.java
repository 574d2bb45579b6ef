// The smallest number has no absolute value.
// entry: ContractArray.makePositive
public class ContractArray {
    /*@ requires a != null and a.length <= 2;
    // expect-next: refuted postcondition
        ensures all i: 0..a.length-1 | a[i] >= 0; */
    static void makePositive(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                a[i] = -a[i];
            }
        }
    }
}
