// expect: proved
// entry: left
// The age of a timer is right even across the wrap of the clock.
#include <assert.h>

unsigned left(unsigned now, unsigned started)
{
    unsigned age = now - started;
    unsigned result = age >= 60 ? 0 : 60 - age;
    assert(result <= 60);
    return result;
}
