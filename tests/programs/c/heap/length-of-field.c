// expect: proved
// entry: last
// An array that is a field is as long as it was declared, whatever follows it.
struct ring {
    int slots[4];
    int first, count;
};

/*@ requires r != null; requires n = #r.slots; requires 0 <= i < n;
    ensures \result = r.slots[i]; */
int last(struct ring *r, int n, int i)
{
    return n == 4 ? r->slots[i] : -1;
}
