// Disjoint sets of the numbers below a size: a forest in an array, joined by rank.
#include <stdlib.h>

struct sets {
    int *parent;
    int *rank;
    int size;
    int count;
};

/*@ pred valid(s) = s != null and 0 < s.size <= 64 and s.size <= #s.parent and s.size <= #s.rank
                    and s.parent != s.rank and 1 <= s.count <= s.size;
    pred inside(s) = all i: 0..s.size-1 | 0 <= s.parent[i] < s.size;
    pred ranked(s) = all i: 0..s.size-1 |
                         0 <= s.rank[i] < s.size
                         and (s.parent[i] = i or s.rank[i] < s.rank[s.parent[i]]); */

// entry: sets_init
// expect: bounded
/*@ requires s != null and 0 < size <= 8 and size <= #s.parent and size <= #s.rank and s.parent != s.rank;
    ensures s.size = size and s.count = size;
    ensures all i: 0..size-1 | s.parent[i] = i and s.rank[i] = 0; */
void sets_init(struct sets *s, int size)
{
    // mutant postcondition: for (int i = 1; i < size; i++) {
    for (int i = 0; i < size; i++) {
        s->parent[i] = i;
        s->rank[i] = 0;
    }
    s->size = size;
    s->count = size;
}

// entry: sets_is_root
// expect: proved
/*@ requires valid(s) and 0 <= x < s.size;
    ensures \result <=> s.parent[x] = x; */
int sets_is_root(const struct sets *s, int x)
{
    // mutant postcondition: return s->rank[x] == 0;
    return s->parent[x] == x;
}

// entry: sets_find
// expect: bounded
/*@ requires valid(s) and inside(s) and ranked(s) and 0 <= x < s.size;
    ensures 0 <= \result < s.size and s.parent[\result] = \result;
    ensures s.parent[x] = x => \result = x; */
int sets_find(struct sets *s, int x)
{
    while (s->parent[x] != x) {
        // mutant postcondition: s->parent[x] = x;
        s->parent[x] = s->parent[s->parent[x]];
        x = s->parent[x];
    }
    return x;
}

// entry: sets_link
// expect: proved
/*@ requires valid(s) and 0 <= a < s.size and 0 <= b < s.size and a != b and s.count > 1;
    requires s.parent[a] = a and s.parent[b] = b and 0 <= s.rank[a] < 100 and 0 <= s.rank[b] < 100;
    ensures \result = a or \result = b;
    ensures s.parent[a] = \result and s.parent[b] = \result;
    ensures s.rank[\result] > s.rank[a] or s.rank[\result] > s.rank[b];
    ensures s.count = old(s.count) - 1; */
static int sets_link(struct sets *s, int a, int b)
{
    if (s->rank[a] < s->rank[b]) {
        int swapped = a;
        a = b;
        b = swapped;
    }
    s->parent[b] = a;
    if (s->rank[a] == s->rank[b])
        // mutant postcondition: s->rank[b]++, s->count++;
        s->rank[a]++;
    s->count--;
    return a;
}

// entry: sets_same
// expect: bounded
/*@ requires valid(s) and inside(s) and ranked(s) and 0 <= a < s.size and 0 <= b < s.size;
    ensures a = b => \result;
    ensures old(s.parent[a] = b) => \result;
    ensures old(s.parent[a] = a and s.parent[b] = b and a != b) => not \result; */
int sets_same(struct sets *s, int a, int b)
{
    // mutant postcondition: return s->parent[a] == s->parent[b];
    return sets_find(s, a) == sets_find(s, b);
}

// entry: sets_union
// expect: bounded
/*@ requires valid(s) and inside(s) and ranked(s) and 0 <= a < s.size and 0 <= b < s.size and s.count > 1;
    ensures \result => s.count = old(s.count) - 1;
    ensures not \result => s.count = old(s.count);
    ensures a = b => not \result;
    ensures old(s.parent[a] = a and s.parent[b] = b and a != b) => \result and s.parent[a] = s.parent[b]; */
int sets_union(struct sets *s, int a, int b)
{
    int first = sets_find(s, a);
    int second = sets_find(s, b);
    // mutant postcondition: if (a == b)
    if (first == second)
        return 0;
    sets_link(s, first, second);
    return 1;
}
