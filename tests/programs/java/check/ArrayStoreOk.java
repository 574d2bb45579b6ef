// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class ArrayStoreOk {
    public static void main(String[] args) {
        Object[] cells = Verifier.nondetBoolean() ? new Integer[2] : new Object[2];
        if (!(cells instanceof Integer[])) {
            cells[0] = "text";
        }
        cells[1] = null;
    }
}
