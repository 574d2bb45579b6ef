// entry: ListSum.sum
class ListSum {
    int value;
    ListSum next;

    static int sum(ListSum list) {
        int sum = 0;
        do {
            sum += list.value; // expect: refuted null-pointer
            list = list.next;
        } while (list != null);
        return sum;
    }
}
