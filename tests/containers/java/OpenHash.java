// A set of at most eight positive numbers: a hash table with open addressing. A slot is free (0), was freed (-1), or
// holds a number.
class OpenHash {
    private final int[] slots = new int[8];
    private int size;

    /*@ invariant #slots = 8 and 0 <= size <= 8; */

    private int find(int key) {
        int at = key % 8;
        for (int tried = 0; tried < 8 && slots[at] != 0; tried++) {
            if (slots[at] == key)
                return at;
            at = (at + 1) % 8;
        }
        return -1;
    }

    // entry: OpenHash.clear
    // expect: proved
    /*@ ensures size = 0 and all i: 0..7 | slots[i] = 0; */
    void clear() {
        // mutant postcondition: for (int i = 0; i < size; i++)
        for (int i = 0; i < slots.length; i++)
            slots[i] = 0;
        size = 0;
    }

    // entry: OpenHash.contains
    // expect: proved
    /*@ requires key > 0;
        ensures \result => some i: 0..7 | slots[i] = key;
        ensures slots[key % 8] = key => \result; */
    boolean contains(int key) {
        // mutant postcondition: return find(key) > 0;
        return find(key) >= 0;
    }

    // entry: OpenHash.add
    // expect: open
    /*@ requires key > 0 and size < 8 and (some i: 0..7 | slots[i] = 0);
        ensures some i: 0..7 | slots[i] = key;
        ensures \result => size = old(size) + 1; */
    boolean add(int key) {
        if (find(key) >= 0)
            return false;
        int at = key % 8;
        while (slots[at] > 0)
            // mutant array-index: at++;
            at = (at + 1) % 8;
        slots[at] = key;
        size++;
        return true;
    }

    // entry: OpenHash.remove
    // expect: proved
    /*@ requires key > 0 and size > 0;
        ensures \result => size = old(size) - 1;
        ensures old(slots[key % 8]) = key => \result and slots[key % 8] = -1; */
    boolean remove(int key) {
        int at = find(key);
        // mutant array-index: if (at == 0)
        if (at < 0)
            return false;
        slots[at] = -1;
        size--;
        return true;
    }

    // entry: OpenHash.count
    // expect: proved
    /*@ ensures 0 <= \result <= 8;
        ensures \result = 0 <=> all i: 0..7 | slots[i] <= 0; */
    int count() {
        int count = 0;
        for (int slot : slots)
            // mutant postcondition: if (slot != 0)
            if (slot > 0)
                count++;
        return count;
    }
}
