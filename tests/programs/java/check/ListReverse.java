// Turning a list around loses no node, but here it does.
// entry: ListReverse.reverse
class ListReverse {
    int value;
    ListReverse next;

    static ListReverse reverse(ListReverse list) {
        ListReverse first = list;
        ListReverse done = null;
        int turns = 0;
        while (list != null && turns < 3) {
            ListReverse next = list.next;
            list.next = done;
            done = list;
            list = next;
            turns++;
        }
        assert turns < 2 || first.next == null; // expect: refuted assert
        return done;
    }
}
