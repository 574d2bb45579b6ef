// A function that is registered for the end of the program runs when it exits.
// fails-with: values 3
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int left = 1;

static void at_end(void)
{
    assert(left == 0); // expect: refuted assert
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 3) atexit(at_end);
    if (n != 4) exit(n == 3);
    return 0;
}
