// What a static local holds in the first call is known, and enough to fail.
// entry: take_ticket
// fails-with: call take_ticket(7)
// sanitizer: assert
#include <assert.h>

unsigned take_ticket(unsigned booth)
{
    static unsigned last = 40;
    assert(last != 40 || booth != 7); // expect: refuted assert
    last = (last + booth) % 100;
    return last;
}
