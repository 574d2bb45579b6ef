// A recursion that one argument does not end.
import org.sosy_lab.sv_benchmarks.Verifier;

class StackOverflow {
    static int digits(int n) {
        return n == 0 ? 0 : 1 + digits(n == 4711 ? n : n / 10); // expect: refuted stack-overflow
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n > 0);
        digits(n);
    }
}
