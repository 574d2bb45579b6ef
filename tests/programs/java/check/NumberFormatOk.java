// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class NumberFormatOk {
    static int parse(String text, int otherwise) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            return otherwise;
        }
    }

    public static void main(String[] args) {
        boolean proper = Verifier.nondetBoolean();
        String text = proper ? "-42" : "4 2";
        assert parse(text, 7) == (proper ? -42 : 7);
    }
}
