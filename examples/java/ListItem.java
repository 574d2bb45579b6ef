import org.sosy_lab.sv_benchmarks.Verifier;

/**
 * Bubble sort on a list, with the error of Figure 1 of Erez, Yahav and Sagiv, "Generating Concrete
 * Counterexamples for Sound Abstract Interpretation".
 *
 * <pre>concrex check --entry ListItem.bugSort examples/java/ListItem.java</pre>
 *
 * shows a list of three nodes, of which one gets lost. With {@code --entry ListItem.figure2} it is a
 * list like that of Figure 2: the second is the largest and the last, which gets lost, the smallest.
 */
class ListItem {
    int data;
    ListItem n;

    ListItem(int data, ListItem n) {
        this.data = data;
        this.n = n;
    }

    static ListItem bugSort(ListItem x) {
        Verifier.assume(isAcyclic(x));
        ListItem[] before = nodes(x);
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
        assert isPermutation(before, x);
        assert isAscending(x);
        return x;
    }

    /** The input that the paper shows: the last is the smallest, the second the largest. */
    static void figure2(int first, int second, int third) {
        Verifier.assume(third < first && first < second);
        bugSort(new ListItem(first, new ListItem(second, new ListItem(third, null))));
    }

    /** No node comes again after itself. */
    static boolean isAcyclic(ListItem list) {
        for (ListItem node = list; node != null; node = node.n) {
            for (ListItem earlier = list; earlier != node.n; earlier = earlier.n) {
                if (node.n == earlier) {
                    return false;
                }
                if (earlier == node) {
                    break;
                }
            }
        }
        return true;
    }

    static ListItem[] nodes(ListItem list) {
        int length = 0;
        for (ListItem node = list; node != null; node = node.n) {
            length++;
        }
        ListItem[] nodes = new ListItem[length];
        int index = 0;
        for (ListItem node = list; node != null; node = node.n) {
            nodes[index++] = node;
        }
        return nodes;
    }

    /** The list has these nodes and no others. */
    static boolean isPermutation(ListItem[] nodes, ListItem list) {
        ListItem[] after = nodes(list);
        if (after.length != nodes.length) {
            return false;
        }
        for (ListItem node : nodes) {
            boolean found = false;
            for (ListItem other : after) {
                found |= other == node;
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    static boolean isAscending(ListItem list) {
        while (list != null && list.n != null) {
            if (list.data > list.n.data) {
                return false;
            }
            list = list.n;
        }
        return true;
    }
}
