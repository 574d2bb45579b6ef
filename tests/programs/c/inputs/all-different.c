// Many assumptions before anything can go wrong: numbers that differ, and so do their distances.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition) abort();
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    assume(a >= 0), assume(a < 5), assume(b >= 0), assume(b < 5), assume(c >= 0), assume(c < 5);
    assume(d >= 0), assume(d < 5), assume(e >= 0), assume(e < 5);
    assume(a != b), assume(a != c), assume(a != d), assume(a != e), assume(b != c);
    assume(b != d), assume(b != e), assume(c != d), assume(c != e), assume(d != e);
    assume(abs(a - b) != abs(b - c)), assume(abs(b - c) != abs(c - d)), assume(abs(c - d) != abs(d - e));
    assert(a < b); // expect: refuted assert
    return 0;
}
