// expect: proved
// Rotating by any amount shifts by less than the width, and loses no bit.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned word, unsigned by)
{
    by &= 31;
    return by == 0 ? word : (word << by) | (word >> (32 - by));
}

int main(void)
{
    unsigned word = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint();
    assert(rotate(rotate(word, by), 32 - (by & 31)) == word);
    return 0;
}
