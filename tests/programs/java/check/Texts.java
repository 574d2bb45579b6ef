import org.sosy_lab.sv_benchmarks.Verifier;

class Texts {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        Verifier.assume(text.length() < 6);
        assert !text.equals("key"); // expect: refuted assert
    }
}
