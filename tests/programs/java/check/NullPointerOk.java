// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class NullPointerOk {
    int value;

    public static void main(String[] args) {
        NullPointerOk found = null;
        if (Verifier.nondetInt() != 77) {
            found = new NullPointerOk();
        }
        if (found != null) {
            found.value = 1;
        }
    }
}
