// expect: proved
// The program and the contract compute the same index in different ways.
// entry: push
struct ring { int *items; int capacity; int first; int size; };

/*@ requires r != null and 0 < r.capacity <= 1000000 and r.capacity <= #r.items;
    requires 0 <= r.first < r.capacity and 0 <= r.size < r.capacity;
    ensures r.first + r.size <= r.capacity => r.items[r.first + r.size - 1] = value;
    ensures r.first + r.size > r.capacity => r.items[r.first + r.size - 1 - r.capacity] = value; */
void push(struct ring *r, int value)
{
    int end = r->first + r->size;
    // mutant bounds: if (end > r->capacity)
    if (end >= r->capacity)
        end -= r->capacity;
    r->items[end] = value;
    r->size++;
}
