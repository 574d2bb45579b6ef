// A map from numbers to numbers: a hash table of four buckets with a list in each.
class HashChain {
    static class Entry {
        int key;
        int value;
        Entry next;
    }

    final Entry[] buckets = new Entry[4];
    int size;

    /*@ invariant #buckets = 4 and 0 <= size <= 1000000;
        pred chain(b) = all e: b.*next | e not in e.^next; */

    private Entry find(int key) {
        Entry e = buckets[key % 4];
        while (e != null && e.key != key)
            e = e.next;
        return e;
    }

    // entry: HashChain.clear
    // expect: proved
    /*@ ensures size = 0 and all i: 0..3 | buckets[i] = null; */
    void clear() {
        // mutant postcondition: for (int i = 0; i < buckets.length - 1; i++)
        for (int i = 0; i < buckets.length; i++)
            buckets[i] = null;
        size = 0;
    }

    // entry: HashChain.get
    // expect: open
    /*@ requires key >= 0 and chain(buckets[key % 4]);
        ensures key not in buckets[key % 4].*next.key => \result = fallback; */
    int get(int key, int fallback) {
        Entry e = find(key);
        // mutant null-pointer: return e.key == key ? e.value : fallback;
        return e != null ? e.value : fallback;
    }

    // entry: HashChain.containsKey
    // expect: open
    /*@ requires key >= 0 and chain(buckets[key % 4]);
        ensures \result <=> key in buckets[key % 4].*next.key; */
    boolean containsKey(int key) {
        // mutant postcondition: return find(key % 4) != null;
        return find(key) != null;
    }

    // entry: HashChain.put
    // expect: open
    /*@ requires key >= 0 and chain(buckets[key % 4]) and size < 1000000;
        ensures key in buckets[key % 4].*next.key;
        ensures old(key in buckets[key % 4].*next.key) => size = old(size); */
    void put(int key, int value) {
        Entry e = find(key);
        if (e == null) {
            e = new Entry();
            e.key = key;
            e.next = buckets[key % 4];
            // mutant postcondition: buckets[key % 4] = e.next;
            buckets[key % 4] = e;
            size++;
        }
        e.value = value;
    }

    // entry: HashChain.remove
    // expect: open
    /*@ requires key >= 0 and chain(buckets[key % 4]) and size > 0;
        ensures \result <=> old(key in buckets[key % 4].*next.key);
        ensures \result => size = old(size) - 1; */
    boolean remove(int key) {
        Entry before = null;
        Entry e = buckets[key % 4];
        while (e != null && e.key != key) {
            before = e;
            e = e.next;
        }
        if (e == null)
            return false;
        // mutant null-pointer: if (e.next != null)
        if (before != null)
            before.next = e.next;
        else
            buckets[key % 4] = e.next;
        size--;
        return true;
    }
}
