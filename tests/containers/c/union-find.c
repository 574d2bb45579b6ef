// Disjoint sets of the numbers below eight: a forest in an array, joined by rank.
#define SIZE 8

struct sets {
    int parent[SIZE];
    int rank[SIZE];
    int count;
};

/*@ pred valid(s) = s != null and 1 <= s.count <= 8;
    pred forest(s) = all i: 0..7 | 0 <= s.parent[i] < 8 and 0 <= s.rank[i] < 8
                                   and (s.parent[i] = i or s.rank[i] < s.rank[s.parent[i]]); */

static int root(struct sets *s, int x)
{
    while (s->parent[x] != x) {
        s->parent[x] = s->parent[s->parent[x]];
        x = s->parent[x];
    }
    return x;
}

// entry: sets_init
// expect: proved
/*@ requires s != null;
    ensures valid(s) and forest(s) and s.count = 8;
    ensures all i: 0..7 | s.parent[i] = i; */
void sets_init(struct sets *s)
{
    // mutant postcondition: for (int i = 1; i < SIZE; i++) {
    for (int i = 0; i < SIZE; i++) {
        s->parent[i] = i;
        s->rank[i] = 0;
    }
    s->count = SIZE;
}

// entry: sets_is_root
// expect: proved
/*@ requires valid(s) and 0 <= x < 8;
    ensures \result <=> s.parent[x] = x; */
int sets_is_root(const struct sets *s, int x)
{
    // mutant postcondition: return s->rank[x] == 0;
    return s->parent[x] == x;
}

// entry: sets_find
// expect: open
/*@ requires valid(s) and forest(s) and 0 <= x < 8;
    ensures 0 <= \result < 8 and s.parent[\result] = \result;
    ensures old(s.parent[x]) = x => \result = x; */
int sets_find(struct sets *s, int x)
{
    // mutant postcondition: return s->parent[s->parent[x]];
    return root(s, x);
}

// entry: sets_link
// expect: proved
/*@ requires valid(s) and 0 <= a < 8 and 0 <= b < 8 and a != b and s.count > 1;
    requires s.parent[a] = a and s.parent[b] = b and 0 <= s.rank[a] < 8 and 0 <= s.rank[b] < 8;
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
        // mutant postcondition: s->rank[b]++;
        s->rank[a]++;
    s->count--;
    return a;
}

// entry: sets_union
// expect: open
/*@ requires valid(s) and forest(s) and 0 <= a < 8 and 0 <= b < 8 and s.count > 1;
    ensures \result => s.count = old(s.count) - 1;
    ensures not \result => s.count = old(s.count);
    ensures a = b => not \result;
    ensures old(s.parent[a] = a and s.parent[b] = b) and a != b => \result and s.parent[a] = s.parent[b]; */
int sets_union(struct sets *s, int a, int b)
{
    int first = root(s, a);
    int second = root(s, b);
    if (first == second)
        return 0;
    s->parent[first] = second;
    // mutant postcondition: s->count = s->count > 2 ? s->count - 2 : 1;
    s->count--;
    return 1;
}
