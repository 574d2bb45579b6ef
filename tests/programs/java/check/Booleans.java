import org.sosy_lab.sv_benchmarks.Verifier;

class Booleans {
    public static void main(String[] args) {
        boolean a = Verifier.nondetBoolean();
        boolean b = Verifier.nondetBoolean();
        boolean c = Verifier.nondetBoolean();
        assert a ^ b ^ c || !a || !b || c; // expect: refuted assert
    }
}
