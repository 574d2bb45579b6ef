// expect: proved
// Static, automatic and variable-length storage needs no clean-up.
// property: memcleanup
// exit: 10
static int arena[16];

int main(void)
{
    int length = 5;
    int row[length], *cursor = arena;
    for (int i = 0; i < length; i++)
        row[i] = i;
    for (int i = 0; i < length; i++)
        *cursor++ = row[i];
    int sum = 0;
    while (cursor != arena)
        sum += *--cursor;
    return sum;
}
