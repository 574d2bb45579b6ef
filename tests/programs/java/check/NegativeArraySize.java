import org.sosy_lab.sv_benchmarks.Verifier;

class NegativeArraySize {
    public static void main(String[] args) {
        int wanted = Verifier.nondetInt();
        Verifier.assume(wanted < 100);
        byte[] buffer = new byte[wanted]; // expect: refuted negative-array-size
        assert buffer.length < 100;
    }
}
