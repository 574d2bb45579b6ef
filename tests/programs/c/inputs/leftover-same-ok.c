// expect: proved
// property: assert
// A variable that was never written holds something, and does not change by itself.
#include <assert.h>

int main(void)
{
    unsigned char level;
    unsigned char copy = level;
    assert(copy == level);
    assert(level < 256);
    return 0;
}
