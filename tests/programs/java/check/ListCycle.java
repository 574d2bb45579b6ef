// A list of two nodes can end in itself.
// entry: ListCycle.last
class ListCycle {
    int value;
    ListCycle next;

    static void last(ListCycle list) {
        if (list != null && list.next != null && list.next.next != null) {
            assert list.next.next != list; // expect: refuted assert
        }
    }
}
