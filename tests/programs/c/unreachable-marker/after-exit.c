// expect: proved
// The marker follows a call that does not return.
// exit: 2
#include <stdlib.h>

static void die(int code)
{
    exit(code);
    __builtin_unreachable();
}

int main(void)
{
    int budget = 10;
    for (;;) {
        budget -= 4;
        if (budget < 0)
            die(-budget);
    }
}
