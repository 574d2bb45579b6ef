// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class NegativeArraySizeOk {
    public static void main(String[] args) {
        int wanted = Verifier.nondetInt();
        Verifier.assume(wanted < 100);
        byte[] buffer = new byte[Math.max(wanted, 0)];
        assert buffer.length < 100;
    }
}
