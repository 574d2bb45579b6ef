// Figure 2.
// entry: List.intersect
// expect: bounded
// refinements: 1
class List {
    int val;
    List next;

    List(int v) {
        val = v;
        next = null;
    }

    /*@ ensures l1 = null or l2 = null => \result = null; */
    static List intersect(List l1, List l2) {
        List res = null;
        while (l1 != null) {
            boolean cnt = contains(l2, l1.val);
            if (cnt)
                if (res == null)
                    res = new List(l1.val);
                else
                    res.add(l1.val);
            l1 = l1.next;
        }
        return res;
    }

    void add(int v) {
        List c = new List(v);
        List l = this;
        while (l.next != null)
            l = l.next;
        l.next = c;
    }

    static boolean contains(List l, int v) {
        while (l != null) {
            if (l.val == v) return true;
            l = l.next;
        }
        return false;
    }
}
