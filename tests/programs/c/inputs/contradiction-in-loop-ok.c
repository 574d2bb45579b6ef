// No execution comes into the second iteration of the loop, which nothing else ends.
// expect: proved
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned seed = __VERIFIER_nondet_uint();
    for (unsigned i = 1;; i++) {
        if (seed * seed == 5) abort();
        if ((seed * seed) % 4 != 2) abort();
        assert(i == 0);
    }
}
