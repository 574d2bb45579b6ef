/** A class whose initialiser failed cannot be used later, and that is an error of its own. */
public class InitialisedInVain {
    static class Table {
        static int[] entries = new int[Integer.parseInt("-1")];
    }

    public static void main(String[] args) {
        try {
            Table.entries[0] = 1;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof NegativeArraySizeException;
        }
        Table.entries = null; // expect: refuted error
    }
}
