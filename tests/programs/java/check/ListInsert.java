// Sorted insertion forgets the end of the list.
// entry: ListInsert.insert
class ListInsert {
    int value;
    ListInsert next;

    static void insert(ListInsert list, ListInsert node) {
        if (list == null || node == null) {
            return;
        }
        while (list.next.value < node.value) { // expect: refuted null-pointer
            list = list.next;
        }
        node.next = list.next;
        list.next = node;
    }
}
