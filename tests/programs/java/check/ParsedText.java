import org.sosy_lab.sv_benchmarks.Verifier;

class ParsedText {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        if (text.length() > 4) {
            return;
        }
        try {
            int number = Integer.parseInt(text);
            assert number != 471; // expect: refuted assert
        } catch (NumberFormatException e) {
            return;
        }
    }
}
