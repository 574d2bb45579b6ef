// A list of numbers in an array that grows.
class ArrayList {
    private int[] items = new int[8];
    private int size;

    /*@ invariant items != null and 0 <= size <= #items; */

    // entry: ArrayList.get
    // expect: proved
    /*@ requires 0 <= index < size;
        ensures \result = items[index]; */
    int get(int index) {
        // mutant exception: if (index < 0 || index >= size - 1)
        if (index < 0 || index >= size)
            throw new IndexOutOfBoundsException();
        return items[index];
    }

    // entry: ArrayList.set
    // expect: proved
    /*@ requires 0 <= index < size;
        ensures \result = old(items[index]) and items[index] = value; */
    int set(int index, int value) {
        int before = items[index];
        // mutant postcondition: items[size - 1] = value;
        items[index] = value;
        return before;
    }

    // entry: ArrayList.add
    // expect: open
    /*@ requires size < 1000000 and #items <= 1000000;
        ensures size = old(size) + 1 and items[size - 1] = value; */
    void add(int value) {
        // mutant array-index: if (size > items.length) {
        if (size == items.length) {
            int[] grown = new int[size < 4 ? 8 : size * 2];
            for (int i = 0; i < size; i++)
                grown[i] = items[i];
            items = grown;
        }
        items[size++] = value;
    }

    // entry: ArrayList.removeAt
    // expect: open
    /*@ requires 0 <= index < size;
        ensures \result = old(items[index]) and size = old(size) - 1;
        ensures index < size => items[index] = old(items[index + 1]); */
    int removeAt(int index) {
        int removed = items[index];
        // mutant postcondition: for (int i = index + 1; i < size - 1; i++)
        for (int i = index; i < size - 1; i++)
            items[i] = items[i + 1];
        size--;
        return removed;
    }

    // entry: ArrayList.indexOf
    // expect: open
    /*@ ensures \result = -1 or (0 <= \result < size and items[\result] = value);
        ensures \result = -1 => all i: 0..size-1 | items[i] != value; */
    int indexOf(int value) {
        // mutant postcondition: for (int i = 1; i < size; i++)
        for (int i = 0; i < size; i++)
            if (items[i] == value)
                return i;
        return -1;
    }
}
