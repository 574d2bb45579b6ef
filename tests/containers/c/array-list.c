// A list of numbers in an array that grows.
#include <stdlib.h>

struct array_list {
    int *items;
    int size;
    int capacity;
};

/*@ pred fits(l) = l != null and 0 <= l.size <= l.capacity and l.capacity <= 1000000;
    pred valid(l) = fits(l) and l.capacity <= #l.items; */

// entry: array_list_get
// expect: proved
/*@ requires valid(l) and out != null;
    ensures \result <=> 0 <= index < l.size;
    ensures \result => out[0] = l.items[index]; */
int array_list_get(const struct array_list *l, int index, int *out)
{
    // mutant bounds: if (index < 0 || index > l->size)
    if (index < 0 || index >= l->size)
        return 0;
    *out = l->items[index];
    return 1;
}

// entry: array_list_set
// expect: proved
/*@ requires valid(l) and 0 <= index < l.size;
    ensures l.items[index] = value and l.size = old(l.size);
    ensures \result = old(l.items[index]); */
int array_list_set(struct array_list *l, int index, int value)
{
    int before = l->items[index];
    // mutant postcondition: l->items[l->size - 1] = value;
    l->items[index] = value;
    return before;
}

// entry: array_list_reserve
// expect: open
/*@ requires valid(l) and capacity <= 1000000;
    ensures fits(l);
    ensures l.size = old(l.size);
    ensures \result => l.capacity >= capacity;
    ensures l.size > 0 and l.capacity = old(l.capacity) => l.items = old(l.items); */
int array_list_reserve(struct array_list *l, int capacity)
{
    if (capacity <= l->capacity)
        return 1;
    int *grown = malloc((size_t)capacity * sizeof *grown);
    if (!grown)
        return 0;
    // mutant bounds: for (int i = 0; i <= l->size; i++)
    for (int i = 0; i < l->size; i++)
        grown[i] = l->items[i];
    free(l->items);
    l->items = grown;
    l->capacity = capacity;
    return 1;
}

// entry: array_list_add
// expect: open
/*@ requires valid(l) and l.capacity <= 400000;
    ensures fits(l);
    ensures \result => l.size = old(l.size) + 1 and l.items[l.size - 1] = value;
    ensures not \result => l.size = old(l.size); */
int array_list_add(struct array_list *l, int value)
{
    // mutant bounds: if (l->size > l->capacity) {
    if (l->size == l->capacity) {
        int wanted = l->capacity < 8 ? 8 : l->capacity * 2;
        if (!array_list_reserve(l, wanted))
            return 0;
    }
    l->items[l->size++] = value;
    return 1;
}

// entry: array_list_insert
// expect: bounded
/*@ requires valid(l) and l.size < l.capacity and 0 <= index <= l.size;
    ensures l.size = old(l.size) + 1 and l.items[index] = value;
    ensures index < old(l.size) => l.items[index + 1] = old(l.items[index]); */
void array_list_insert(struct array_list *l, int index, int value)
{
    // mutant postcondition: for (int i = index; i < l->size; i++)
    for (int i = l->size; i > index; i--)
        l->items[i] = l->items[i - 1];
    l->items[index] = value;
    l->size++;
}

// entry: array_list_remove_at
// expect: open
/*@ requires valid(l) and 0 <= index < l.size;
    ensures \result = old(l.items[index]) and l.size = old(l.size) - 1;
    ensures index < l.size => l.items[index] = old(l.items[index + 1]); */
int array_list_remove_at(struct array_list *l, int index)
{
    int removed = l->items[index];
    // mutant postcondition: for (int i = index + 1; i < l->size - 1; i++)
    for (int i = index; i < l->size - 1; i++)
        l->items[i] = l->items[i + 1];
    l->size--;
    return removed;
}

// entry: array_list_index_of
// expect: bounded
/*@ requires valid(l);
    ensures \result = -1 or (0 <= \result < l.size and l.items[\result] = value);
    ensures \result = -1 => all i: 0..l.size-1 | l.items[i] != value; */
int array_list_index_of(const struct array_list *l, int value)
{
    // mutant postcondition: for (int i = 1; i < l->size; i++)
    for (int i = 0; i < l->size; i++)
        if (l->items[i] == value)
            return i;
    return -1;
}
