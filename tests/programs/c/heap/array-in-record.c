// expect: proved
// An array that is a field: its elements are not those of an array of such records.
// entry: second
struct row { int cells[4]; int used; };

/*@ requires r != null and r.cells[1] = 7 and 0 <= i < 4;
    ensures \result = 7;
    ensures r.cells[i] = 5; */
int second(struct row *r, int i)
{
    int second = r->cells[1];
    r->cells[i] = 5;
    // mutant postcondition: return second - 1;
    return second;
}
