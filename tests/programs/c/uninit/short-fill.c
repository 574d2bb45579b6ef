// Only the first half of a local table is filled before it is searched.
// sanitizer: none -- gcc has no memory sanitizer
enum { SIZE = 8 };

static int position(const int *table, int wanted)
{
    for (int i = 0; i < SIZE; i++)
        if (table[i] == wanted) // expect: refuted uninit
            return i;
    return -1;
}

int main(void)
{
    int squares[SIZE];
    for (int i = 0; i < SIZE / 2; i++)
        squares[i] = i * i;
    int at = position(squares, 9);
    return at == 3 ? position(squares, 25) : 1;
}
