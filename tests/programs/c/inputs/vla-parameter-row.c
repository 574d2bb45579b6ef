// The rows of a parameter are as long as it says.
extern int __VERIFIER_nondet_int(void);

static void mark(int columns, int table[][columns], int column)
{
    table[0][column] = 1; // expect: refuted inner-bounds
}

int main(void)
{
    int column = __VERIFIER_nondet_int();
    int table[3][4];
    if (column >= 0 && column <= 4)
        mark(4, table, column);
    return 0;
}
