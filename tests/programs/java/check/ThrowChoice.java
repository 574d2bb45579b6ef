import org.sosy_lab.sv_benchmarks.Verifier;

class ThrowChoice {
    public static void main(String[] args) {
        boolean input = Verifier.nondetBoolean();
        throw input ? new IllegalStateException() : new RuntimeException(); // expect: refuted exception
    }
}
