// Two parameters can be the same object.
// entry: ListAlias.set
class ListAlias {
    int value;
    ListAlias next;

    static void set(ListAlias a, ListAlias b) {
        if (a != null && b != null) {
            a.value = 1;
            b.value = 2;
            assert a.value == 1; // expect: refuted assert
        }
    }
}
