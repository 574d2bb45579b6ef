// expect: proved
// qsort and bsearch call comparators of exactly the type they ask for.
// exit: 3
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int descending(const void *a, const void *b)
{
    return by_value(b, a);
}

int main(void)
{
    int values[] = {5, -1, 9, 9, 0};
    qsort(values, 5, sizeof values[0], descending);
    if (values[0] != 9 || values[4] != -1)
        return 1;
    qsort(values, 5, sizeof values[0], by_value);
    int key = 9, *found = bsearch(&key, values, 3, sizeof key, by_value);
    key = 5;
    found = found ? values : bsearch(&key, values, 5, sizeof key, by_value);
    return (int)(found - values) + 1;
}
