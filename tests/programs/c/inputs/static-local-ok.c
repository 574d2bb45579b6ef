// expect: proved
// entry: next_state
// Neither a static local that nobody writes nor a table is the caller's to choose.
#include <assert.h>

static const char *names[] = {"idle", "busy", "done"};
static int follower[3] = {1, 2, 0};
static int switched;

void count_switch(void) { switched++; }

int next_state(unsigned state)
{
    static int states = 3;
    if (state >= 3)
        return -1;
    assert(states == 3);
    int next = follower[state];
    assert(names[next][0] != 'x');
    return next;
}
