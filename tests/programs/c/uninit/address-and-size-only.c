// expect: proved
// Naming an unset variable without reading it: sizeof, address, assignment target.
// exit: 20
static int fill(int *array, int count)
{
    for (int i = 0; i < count; i++)
        array[i] = 2 * i;
    return array[count - 1];
}

int main(void)
{
    int values[5], *first = values, single;
    int count = sizeof values / sizeof values[0];
    int *where = &single;
    *where = fill(first, count);
    (void)values;
    return single + values[3] + values[3];
}
