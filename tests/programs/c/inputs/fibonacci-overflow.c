// The largest allowed argument gives a number that does not fit a byte.
// entry: checked
// sanitizer: assert
// fails-with: call checked(14)
#include <assert.h>

static unsigned char fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

void checked(unsigned n)
{
    if (n < 2 || n > 14)
        return;
    assert(fibonacci(n) >= fibonacci(n - 1)); // expect: refuted assert
}
