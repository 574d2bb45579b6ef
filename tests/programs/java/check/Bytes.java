import org.sosy_lab.sv_benchmarks.Verifier;

class Bytes {
    public static void main(String[] args) {
        byte b = Verifier.nondetByte();
        assert b >= -128 && b <= 127;
        byte negated = (byte) -b;
        assert b >= 0 || negated > 0; // expect: refuted assert
    }
}
