// A write at one unknown index may change what was found at another.
// property: assert
// sanitizer: assert
// fails-with: values 3 3
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned table[8];
    unsigned here = __VERIFIER_nondet_int(), there = __VERIFIER_nondet_int();
    unsigned found = table[here % 8];
    table[there % 8] = found + 1;
    assert(table[here % 8] == found); // expect: refuted assert
    return 0;
}
