// expect: proved
// entry: distance
// Unsigned arithmetic has room for the absolute value of every int.
#include <assert.h>

unsigned distance(int offset)
{
    unsigned result = offset < 0 ? 0u - (unsigned)offset : (unsigned)offset;
    assert(result <= 2147483648u);
    assert(offset == 0 || result != 0);
    return result;
}
