// expect: proved
// The process ends before the error is reached.
// exit: 9
#include <stdlib.h>

extern void reach_error(void);

static void finish(int code)
{
    if (code > 8)
        exit(code);
}

int main(void)
{
    for (int code = 0; code < 20; code++)
        finish(code);
    reach_error();
    return 0;
}
