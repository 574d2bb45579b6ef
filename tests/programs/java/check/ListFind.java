// expect: proved
// entry: ListFind.find
class ListFind {
    int value;
    ListFind next;

    static ListFind find(ListFind list, int wanted) {
        while (list != null && list.value != wanted) {
            list = list.next;
        }
        return list;
    }
}
