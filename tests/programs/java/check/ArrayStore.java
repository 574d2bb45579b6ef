import org.sosy_lab.sv_benchmarks.Verifier;

class ArrayStore {
    public static void main(String[] args) {
        Object[] cells = Verifier.nondetBoolean() ? new Integer[2] : new Object[2];
        cells[0] = "text"; // expect: refuted array-store
    }
}
