// The rows of a caller's table, the second one among them, are arrays with elements of their own.
// entry: StringTable.look
class StringTable {
    static void look(String[][] table) {
        if (table == null || table.length < 2 || table[1] == null || table[1].length == 0) {
            return;
        }
        assert table[1][0] == null; // expect: refuted assert
    }
}
