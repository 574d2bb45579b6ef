// `*v[0][j]` is `v[0][j][0]`, also where rows are of variable length.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 2, j = __VERIFIER_nondet_int();
    if (j < 0 || j > 3)
        return 0;
    int v[2][3][n];
    *v[0][j] = 1; // expect: refuted inner-bounds
    return 0;
}
