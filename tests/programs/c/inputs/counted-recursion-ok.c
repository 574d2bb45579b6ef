// expect: proved
// A recursion without a bound, whose result is in a range.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int depth_of(int number)
{
    if (number <= 1 || __VERIFIER_nondet_int())
        return 0;
    int below = depth_of(number / 2);
    return below < 40 ? below + 1 : below;
}

int main(void)
{
    int depth = depth_of(__VERIFIER_nondet_int());
    assert(0 <= depth && depth <= 40);
    return 0;
}
