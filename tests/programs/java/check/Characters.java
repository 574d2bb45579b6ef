import org.sosy_lab.sv_benchmarks.Verifier;

class Characters {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        assert c >= 0 && c <= 65535;
        if (Character.isDigit(c) && c < 128) {
            assert c - '0' < 9; // expect: refuted assert
        }
    }
}
