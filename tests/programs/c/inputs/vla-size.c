// A row of no cells is still declared as an array.
// sanitizer: undefined
// fails-with: values 0
int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells = __VERIFIER_nondet_int();
    if (cells < 0 || cells > 16)
        return 1;
    int row[cells]; // expect: refuted vla-bound
    for (int i = 0; i < cells; i++)
        row[i] = i;
    return cells > 0 && row[0] != 0;
}
