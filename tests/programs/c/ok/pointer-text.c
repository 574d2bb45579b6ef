// expect: proved
// Pointers as text, and the hints of other verifiers, which do nothing.
// stdout: 0x1234 (nil) [    0x77] [0xabc   ]
#include <stdio.h>

int main(void)
{
    __ESBMC_unroll(10);
    __CPROVER_output("hint", 3);
    printf("%p %p [%8p] [%-8p]\n", (void *)0x1234, (void *)0, (void *)0x77, (void *)0xabc);
    return 0;
}
