// expect: bounded
// entry: NestedArrayStore.fill

/** An array of arrays may hold arrays of anything, of any depth. */
public class NestedArrayStore {
    static void fill(Comparable<?>[][][] table) {
        if (table != null && table.length > 0) {
            Object[] rows = table;
            table[0] = null;
            assert rows[0] == null;
        }
    }
}
