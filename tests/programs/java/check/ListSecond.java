// Only a list of exactly two nodes fails.
// entry: ListSecond.third
class ListSecond {
    int value;
    ListSecond next;

    static int third(ListSecond list) {
        if (list == null || list.next == null) {
            return 0;
        }
        return list.next.next.value; // expect: refuted null-pointer
    }
}
