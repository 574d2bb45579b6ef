// A budget that is spent in steps of three, and never checked before it is gone.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int left = 1201;
    while (__VERIFIER_nondet_int() > 0) {
        left -= 3;
        assert(left >= 0); // expect: refuted assert
    }
    return 0;
}
