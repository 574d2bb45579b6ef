// expect: proved
// The one quotient that does not fit wraps around, and is no exception.
import org.sosy_lab.sv_benchmarks.Verifier;

class ArithmeticOk {
    public static void main(String[] args) {
        int first = Verifier.nondetInt();
        int quotient = first / -1;
        assert quotient == -first;
        long rest = Verifier.nondetLong() % 7;
        assert rest > -7 && rest < 7;
    }
}
