import org.sosy_lab.sv_benchmarks.Verifier;

class Longs {
    public static void main(String[] args) {
        long a = Verifier.nondetLong();
        assert a * 0x9e3779b97f4a7c15L != 0x0123456789abcdefL; // expect: refuted assert
    }
}
