// The lengths of a variable-length array are claimed like constant ones: column n of row 0 is in
// the array, but not in its row.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 5)
        return 0;
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column > n)
        return 0;
    int table[n][n];
    table[0][column] = 1; // expect: refuted inner-bounds
    return 0;
}
