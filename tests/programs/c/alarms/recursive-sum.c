// What a recursion returns is related to what it is given.
// One of the calls takes two steps at a time.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sum(int a, int b)
{
    if (b == 0) return a;
    if (b > 1 && a > 999990) return sum(a + 1, b - 2);
    return sum(a + 1, b - 1);
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 0 || a > 1000000 || b < 0 || b > 1000) return 0;
    assert(sum(a, b) == a + b); // expect: refuted assert
    return 0;
}
