// expect: proved
// entry: ListAliasOk.set
class ListAliasOk {
    int value;
    ListAliasOk next;

    static void set(ListAliasOk a, ListAliasOk b) {
        if (a != null && b != null && a != b) {
            a.value = 1;
            b.value = 2;
            assert a.value == 1;
        }
    }
}
