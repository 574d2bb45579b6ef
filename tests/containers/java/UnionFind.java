// Disjoint sets of the numbers below eight: a forest in an array, joined by rank.
class UnionFind {
    private final int[] parent = new int[8];
    private final int[] rank = new int[8];
    private int count;

    /*@ invariant #parent = 8 and #rank = 8 and parent != rank and 0 <= count <= 8;
        pred forest(u) = all i: 0..7 | 0 <= u.parent[i] < 8 and 0 <= u.rank[i] < 8
                              and (u.parent[i] = i or u.rank[i] < u.rank[u.parent[i]]); */

    private int root(int x) {
        while (parent[x] != x) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }

    // entry: UnionFind.clear
    // expect: proved
    /*@ ensures count = 8 and forest(this) and all i: 0..7 | parent[i] = i; */
    void clear() {
        // mutant postcondition: for (int i = 1; i < parent.length; i++) {
        for (int i = 0; i < parent.length; i++) {
            parent[i] = i;
            rank[i] = 0;
        }
        count = parent.length;
    }

    // entry: UnionFind.isRoot
    // expect: proved
    /*@ requires 0 <= x < 8;
        ensures \result <=> parent[x] = x; */
    boolean isRoot(int x) {
        // mutant postcondition: return rank[x] == 0;
        return parent[x] == x;
    }

    // entry: UnionFind.find
    // expect: open
    /*@ requires forest(this) and 0 <= x < 8;
        ensures 0 <= \result < 8 and parent[\result] = \result; */
    int find(int x) {
        // mutant open: return parent[parent[x]];
        return root(x);
    }

    // entry: UnionFind.link
    // expect: proved
    /*@ requires 0 <= a < 8 and 0 <= b < 8 and a != b and count > 1;
        requires parent[a] = a and parent[b] = b and 0 <= rank[a] < 8 and 0 <= rank[b] < 8;
        ensures \result = a or \result = b;
        ensures parent[a] = \result and parent[b] = \result;
        ensures rank[\result] > rank[a] or rank[\result] > rank[b];
        ensures count = old(count) - 1; */
    int link(int a, int b) {
        int high = rank[a] < rank[b] ? b : a;
        int low = high == a ? b : a;
        parent[low] = high;
        if (rank[a] == rank[b])
            // mutant postcondition: rank[low]++;
            rank[high]++;
        count--;
        return high;
    }

    // entry: UnionFind.union
    // expect: open
    /*@ requires forest(this) and 0 <= a < 8 and 0 <= b < 8 and count > 1;
        ensures \result => count = old(count) - 1;
        ensures not \result => count = old(count);
        ensures a = b => not \result; */
    boolean union(int a, int b) {
        int first = root(a);
        int second = root(b);
        if (first == second)
            return false;
        parent[first] = second;
        // mutant postcondition: count = 1;
        count--;
        return true;
    }
}
