// expect: proved
// That the index is one of the array follows from a field that the program does not read.
// entry: set
struct list { int *items; int size; };

/*@ requires l != null and 0 <= index < l.size and l.size <= #l.items;
    ensures l.items[index] = value; */
void set(struct list *l, int index, int value)
{
    // mutant bounds: l->items[index + 1] = value;
    l->items[index] = value;
}
