// A copy of what was never written stays as it is when the original changes.
// property: assert
// sanitizer: assert
// fails-with: values 6
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair {
    int first, second;
};

int main(void)
{
    struct pair pair, copy;
    memcpy(&copy, &pair, sizeof pair);
    if (__VERIFIER_nondet_int() > 5)
        pair.first ^= 1;
    assert(pair.first == copy.first); // expect: refuted assert
    return 0;
}
