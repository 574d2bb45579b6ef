// expect: proved
// An unsigned char counter never passes 255, and a loop that never ends is no error.
#include <stdlib.h>

extern void __VERIFIER_error(void);

int main(void)
{
    unsigned char counter = 0;
    unsigned laps = 0;
    for (;;) {
        if (counter > 255)
            __VERIFIER_error();
        if (++counter == 0 && ++laps == 2)
            exit(0);
    }
    __VERIFIER_error();
}
