// A queue with two ends, in an array that is used as a ring.
class Deque {
    private final int[] items = new int[16];
    private int first;
    private int size;

    /*@ invariant items != null and 0 < #items <= 1000000 and 0 <= first < #items and 0 <= size <= #items; */

    // entry: Deque.addLast
    // expect: proved
    /*@ ensures \result <=> old(size < #items);
        ensures \result => size = old(size) + 1;
        ensures \result and first + old(size) < #items => items[first + old(size)] = value;
        ensures \result and first + old(size) >= #items => items[first + old(size) - #items] = value; */
    boolean addLast(int value) {
        if (size == items.length)
            return false;
        int end = first + size;
        // mutant array-index: if (end > items.length)
        if (end >= items.length)
            end -= items.length;
        items[end] = value;
        size++;
        return true;
    }

    // entry: Deque.addFirst
    // expect: proved
    /*@ ensures \result <=> old(size < #items);
        ensures \result => size = old(size) + 1 and items[first] = value; */
    boolean addFirst(int value) {
        if (size == items.length)
            return false;
        // mutant array-index: first = first - 1;
        first = first == 0 ? items.length - 1 : first - 1;
        items[first] = value;
        size++;
        return true;
    }

    // entry: Deque.removeFirst
    // expect: proved
    /*@ requires size > 0;
        ensures \result = old(items[first]) and size = old(size) - 1;
        ensures first = old(first) + 1 or first = 0; */
    int removeFirst() {
        int value = items[first];
        // mutant postcondition: if (++first > items.length)
        if (++first == items.length)
            first = 0;
        size--;
        return value;
    }

    // entry: Deque.removeLast
    // expect: proved
    /*@ requires size > 0;
        ensures size = old(size) - 1 and first = old(first);
        ensures first + size < #items => \result = items[first + size]; */
    int removeLast() {
        // mutant postcondition: int last = first + size;
        int last = first + size - 1;
        if (last >= items.length)
            last -= items.length;
        size--;
        return items[last];
    }

    // entry: Deque.count
    // expect: open
    /*@ ensures 0 <= \result <= size; */
    int count(int value) {
        int count = 0;
        int at = first;
        for (int i = 0; i < size; i++) {
            if (items[at] == value)
                count++;
            // mutant array-index: at++;
            at = at + 1 < items.length ? at + 1 : 0;
        }
        return count;
    }
}
