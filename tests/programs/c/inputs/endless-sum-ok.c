// expect: proved
// Both ways of the branch go on as one, so nothing forks; the sum has to be generalised.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = (unsigned)__VERIFIER_nondet_int();
    int state = 5;
    while (1) {
        sum += (unsigned)__VERIFIER_nondet_int();
        if (sum > 100)
            state = 10;
        assert(state != 20);
    }
}
