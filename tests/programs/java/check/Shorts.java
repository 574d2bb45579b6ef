import org.sosy_lab.sv_benchmarks.Verifier;

class Shorts {
    public static void main(String[] args) {
        short a = Verifier.nondetShort();
        short product = (short) (a * a);
        assert product != 4 || a == 2 || a == -2; // expect: refuted assert
    }
}
