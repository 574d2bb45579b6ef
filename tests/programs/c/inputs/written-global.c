// A variable of the file holds whatever the functions that write it have left there.
// entry: is_open
// sanitizer: assert
#include <assert.h>

static int doors = 1;

void close_door(void)
{
    if (doors > 0)
        doors--;
}

int is_open(void)
{
    assert(doors == 1); // expect: refuted assert
    return doors;
}
