// What a contract says of an array that the method makes.
// entry: ContractArrayOk.count
// expect: proved
public class ContractArrayOk {
    //@ requires 0 <= n <= 3;
    //@ ensures #\result = n;
    //@ ensures all i: 0..n-1 | \result[i] = i;
    static int[] count(int n) {
        int[] numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
        return numbers;
    }
}
