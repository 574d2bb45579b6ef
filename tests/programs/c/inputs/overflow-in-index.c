// An index as wide as a pointer: the compiler adds it to the address without computing it first, so that its
// sanitizer does not see that it overflows.
// property: overflow
// sanitizer: none -- the sum is an address for the compiler
// replay: cc -fsanitize=address,undefined
// fails-with: values -9223372036854775808
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

static unsigned table[4];

static unsigned element(const unsigned *from, long i)
{
    return from[i - 2]; // expect: refuted overflow
}

int main(void)
{
    long i = __VERIFIER_nondet_long();

    if (i > LONG_MIN && (i < 2 || i > 5))
        return 0;
    return (int)element(table, i);
}
