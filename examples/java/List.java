/**
 * The elements that are in both of two lists: Figure 2 of Taghdiri and Jackson, "Inferring
 * Specifications to Detect Errors in Code".
 *
 * <pre>concrex check --assume acyclic --depth 3 --entry List.intersect examples/java/List.java</pre>
 *
 * claims that the intersection with nothing is nothing, and finds no error in lists of up to three
 * elements.
 */
class List {
    int val;
    List next;

    List(int v) {
        val = v;
        next = null;
    }

    static List intersect(List l1, List l2) {
        boolean nothing = l1 == null || l2 == null;
        List res = null;
        while (l1 != null) {
            boolean cnt = contains(l2, l1.val);
            if (cnt) {
                if (res == null) {
                    res = new List(l1.val);
                } else {
                    res.add(l1.val);
                }
            }
            l1 = l1.next;
        }
        assert !nothing || res == null;
        return res;
    }

    void add(int v) {
        List c = new List(v);
        List l = this;
        while (l.next != null) {
            l = l.next;
        }
        l.next = c;
    }

    static boolean contains(List l, int v) {
        while (l != null) {
            if (l.val == v) {
                return true;
            }
            l = l.next;
        }
        return false;
    }
}
