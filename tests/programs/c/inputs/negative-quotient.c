// entry: mark
// A distance that may be negative, to an element of an array of the caller's.
// sanitizer: assert
// fails-with: call mark((short[16]){0}, -2)
#include <assert.h>

void mark(short *p, signed char way)
{
    if (!p || way < -3 || way > 3)
        return;
    long step = way < 0 ? -4 : 4;
    short *q = (short *)((char *)p + 10 + step);
    *q = 1;
    assert(p[3] != 1 || way >= 0); // expect: refuted assert
}
