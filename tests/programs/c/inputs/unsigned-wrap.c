// The deadline wraps around, and the time that is left looks endless.
// entry: left
// sanitizer: assert
// fails-with: call left(4294967295u, 0u)
#include <assert.h>

unsigned left(unsigned now, unsigned started)
{
    unsigned deadline = started + 60;
    unsigned result = deadline - now;
    if (now >= started)
        assert(result <= 60); // expect: refuted assert
    return result;
}
