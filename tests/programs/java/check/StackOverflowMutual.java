// The methods call each other in other lines than those they begin with.
import org.sosy_lab.sv_benchmarks.Verifier;

class StackOverflowMutual {
    static boolean isEven(int n) {
        int before = n - 1;
        return n == 0
                || isOdd(before);
    }

    static boolean isOdd(int n) {
        if (n == 0) { // expect: refuted stack-overflow
            return false;
        }
        return isEven(n - 1);
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n < 10);
        if (n == 5 || n == -7) {
            isEven(n);
        }
    }
}
