// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class CaughtByParent {
    static int parse(Object[] cells, int index) {
        try {
            return ((Integer) cells[index]) / index;
        } catch (ClassCastException wrong) {
            return -1;
        } catch (RuntimeException other) {
            return -2;
        }
    }

    public static void main(String[] args) {
        Object[] cells = {7, "text", 9, null};
        int index = Verifier.nondetInt();
        int found = parse(cells, index);
        switch (index) {
            case 1:
                assert found == -1;
                break;
            case 2:
                assert found == 4;
                break;
            default:
                assert found == -2;
        }
    }
}
