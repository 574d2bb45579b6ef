// A function that a pointer leads to requires what it requires everywhere.
// fails-with: values 0
// sanitizer: none -- nothing but the contract is broken
extern int __VERIFIER_nondet_int(void);

/*@ requires a < b; */
static int less(int a, int b) { return b > a; }

static int any(int a, int b) { return a == b; }

int main(void)
{
    int (*table[2])(int, int) = { less, any };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    table[i](1, 2);
    table[1](2, 1);
    return table[i](3, 3); // expect: refuted precondition
}
