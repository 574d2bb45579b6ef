// A priority queue of at most seven numbers: a binary heap in an array, the smallest number first.
class BinaryHeap {
    private final int[] items = new int[7];
    private int size;

    /*@ invariant #items = 7 and 0 <= size <= 7;
        invariant all i: 1..6 | i < size => items[(i - 1) / 2] <= items[i]; */

    private void swap(int i, int j) {
        int moved = items[i];
        items[i] = items[j];
        items[j] = moved;
    }

    // entry: BinaryHeap.isEmpty
    // expect: proved
    /*@ ensures \result <=> size = 0; */
    boolean isEmpty() {
        // mutant postcondition: return size <= 1;
        return size == 0;
    }

    // entry: BinaryHeap.peek
    // expect: proved
    /*@ ensures size > 0 => \result = items[0];
        ensures size = 0 => \result = fallback; */
    int peek(int fallback) {
        // mutant postcondition: return items[0];
        return size == 0 ? fallback : items[0];
    }

    // entry: BinaryHeap.add
    // expect: proved
    /*@ ensures \result <=> old(size) < 7;
        ensures \result => size = old(size) + 1 and items[0] <= value; */
    boolean add(int value) {
        if (size == items.length)
            return false;
        int at = size++;
        items[at] = value;
        while (at > 0) {
            // mutant postcondition: int parent = at / 2;
            int parent = (at - 1) / 2;
            if (items[parent] <= items[at])
                break;
            swap(parent, at);
            at = parent;
        }
        return true;
    }

    // entry: BinaryHeap.poll
    // expect: proved
    /*@ requires size > 0;
        ensures \result = old(items[0]) and size = old(size) - 1; */
    int poll() {
        int smallest = items[0];
        items[0] = items[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            // mutant postcondition: if (child + 1 < size && items[child + 1] > items[child])
            if (child + 1 < size && items[child + 1] < items[child])
                child++;
            if (items[at] <= items[child])
                break;
            swap(at, child);
            at = child;
        }
        return smallest;
    }

    // entry: BinaryHeap.replace
    // expect: proved
    /*@ requires size > 0;
        ensures \result = old(items[0]) and size = old(size); */
    int replace(int value) {
        int smallest = items[0];
        int at = 0;
        items[0] = value;
        for (;;) {
            int least = at;
            // mutant postcondition: for (int child = 2 * at + 1; child <= 2 * at + 1 && child < size; child++)
            for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++)
                if (items[child] < items[least])
                    least = child;
            if (least == at)
                return smallest;
            swap(at, least);
            at = least;
        }
    }
}
