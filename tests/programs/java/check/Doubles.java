import org.sosy_lab.sv_benchmarks.Verifier;

class Doubles {
    public static void main(String[] args) {
        double a = Verifier.nondetDouble();
        assert a == a; // expect: refuted assert
    }
}
