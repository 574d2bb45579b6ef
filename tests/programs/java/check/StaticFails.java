// An initialiser that throws: what escapes is an ExceptionInInitializerError.
import org.sosy_lab.sv_benchmarks.Verifier;

class StaticFails {
    static int size = Verifier.nondetInt();

    static class Table {
        static int[] cells = new int[8];

        static {
            cells[size & 15] = 1; // expect: refuted error
        }
    }

    public static void main(String[] args) {
        System.out.println(Table.cells.length);
    }
}
