import org.sosy_lab.sv_benchmarks.Verifier;

class StringIndex {
    public static void main(String[] args) {
        String text = "concrete";
        int at = Verifier.nondetInt();
        Verifier.assume(at >= 0 && at <= text.length());
        char c = text.charAt(at); // expect: refuted exception
        assert c >= 'a';
    }
}
