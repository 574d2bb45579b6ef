/**
 * Bubble sort on a list, with the error of Figure 1 of Erez, Yahav and Sagiv, "Generating Concrete
 * Counterexamples for Sound Abstract Interpretation".
 *
 * <pre>concrex check --entry ListItem.bugSort examples/java/ListItem.java</pre>
 *
 * shows a list like that of Figure 2 of the paper: the last of three nodes is the smallest, the second
 * is as large as any, and the last gets lost.
 */
class ListItem {
    int data;
    ListItem n;

    /*@ requires all v: x.*n | v not in v.^n;
        ensures \result.*n = old(x.*n);                             // no node is lost
        ensures all v: \result.*n | v.n = null or v.data <= v.n.data; */
    static ListItem bugSort(ListItem x) {
        boolean change = true;
        if (x == null) {
            return null;
        }
        while (change) {
            ListItem p = null;
            change = false;
            ListItem y = x;
            ListItem yn = y.n;
            while (yn != null) {
                if (y.data > yn.data) {
                    change = true;
                    ListItem t = yn.n;
                    y.n = t;
                    yn.n = y;
                    if (p == null) {
                        x = yn;
                    } else {
                        p.n = y; // the error: the node before is not linked to yn
                    }
                    p = yn;
                    yn = t;
                } else {
                    p = y;
                    y = yn;
                    yn = y.n;
                }
            }
        }
        return x;
    }
}
