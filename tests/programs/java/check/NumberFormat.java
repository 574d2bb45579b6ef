// The text of a number that is none.
import org.sosy_lab.sv_benchmarks.Verifier;

class NumberFormat {
    public static void main(String[] args) {
        String text = Verifier.nondetBoolean() ? "42" : "4 2";
        int n = Integer.parseInt(text); // expect: refuted number-format
        assert n == 42;
    }
}
