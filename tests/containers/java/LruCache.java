// A cache that forgets what was not used for longest: a ring of entries around a head, the latest first, and a table
// of the entries by key.
class LruCache {
    static class Entry {
        Entry newer;
        Entry older;
        int key;
        int value;
    }

    Entry head;
    final Entry[] table = new Entry[8];
    int size;

    /*@ pred linked(e) = e != null and e.newer != null and e.older != null
                         and e.newer.older = e and e.older.newer = e;
        invariant #table = 8 and 0 <= size <= 8 and linked(head) and linked(head.older); */

    // entry: LruCache.detach
    // expect: proved
    /*@ requires linked(e);
        ensures old(e.newer) != e => old(e.newer).older = old(e.older);
        ensures old(e.older) != e => old(e.older).newer = old(e.newer); */
    static void detach(Entry e) {
        e.newer.older = e.older;
        // mutant postcondition: e.older.newer = e;
        e.older.newer = e.newer;
    }

    // entry: LruCache.attach
    // expect: proved
    /*@ requires e != null and e not in head + head.older + head.newer;
        ensures head.older = e and e.newer = head;
        ensures e.older = old(head.older) and old(head.older).newer = e; */
    void attach(Entry e) {
        e.newer = head;
        e.older = head.older;
        // mutant postcondition: head.newer = e;
        head.older.newer = e;
        head.older = e;
    }

    // entry: LruCache.get
    // expect: proved
    /*@ requires 0 <= key < 8;
        requires table[key] = null or (table[key] != head and linked(table[key]));
        ensures table[key] = null => \result = fallback and head.older = old(head.older);
        ensures table[key] != null => \result = table[key].value and head.older = table[key]; */
    int get(int key, int fallback) {
        Entry e = table[key];
        if (e == null)
            return fallback;
        detach(e);
        attach(e);
        // mutant postcondition: return e.key;
        return e.value;
    }

    // entry: LruCache.evict
    // expect: proved
    /*@ requires size > 0 and linked(head.newer) and head.newer != head and linked(head.newer.newer);
        requires 0 <= head.newer.key < 8 and table[head.newer.key] = head.newer;
        ensures \result = old(head.newer.key) and size = old(size) - 1;
        ensures table[\result] = null and head.newer = old(head.newer.newer); */
    int evict() {
        Entry last = head.newer;
        // mutant postcondition: head.newer = last.newer;
        detach(last);
        table[last.key] = null;
        size--;
        return last.key;
    }

    // entry: LruCache.put
    // expect: proved
    /*@ requires 0 <= key < 8 and size < 8 and table[key] = null;
        ensures size = old(size) + 1 and table[key].value = value and table[key].key = key;
        ensures head.older = table[key]; */
    void put(int key, int value) {
        Entry e = new Entry();
        e.key = key;
        e.value = value;
        attach(e);
        // mutant postcondition: table[size] = e;
        table[key] = e;
        size++;
    }
}
