// Two functions that call each other: how one ends depends on how the other does.
// fails-with: values 0 0 0 1
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int ping(int left);

static int pong(int left)
{
    if (left == 0 || __VERIFIER_nondet_int())
        return 0;
    return ping(left - 1) + 1;
}

static int ping(int left)
{
    if (left == 0 || __VERIFIER_nondet_int())
        return 0;
    return pong(left - 1) + 1;
}

int main(void)
{
    assert(ping(9) <= 2); // expect: refuted assert
    return 0;
}
