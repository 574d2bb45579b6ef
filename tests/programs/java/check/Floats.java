import org.sosy_lab.sv_benchmarks.Verifier;

class Floats {
    public static void main(String[] args) {
        float a = Verifier.nondetFloat();
        Verifier.assume(a > 0 && a < 1000);
        assert a + 0.1f != 1.6f; // expect: refuted assert
    }
}
