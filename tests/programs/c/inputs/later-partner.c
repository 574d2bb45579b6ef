// One of several functions that call each other gives back more once it was called in another way.
// fails-with: values 1 0 1 0 0
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int give(int amount);
static int start(void);
static int never;

static int visit(void)
{
    if (__VERIFIER_nondet_int())
        visit();
    if (__VERIFIER_nondet_int()) {
        give(2);
        int given = give(200);
        assert(given != 7); // expect: refuted assert
        return 3;
    }
    if (never)
        start();
    return 0;
}

static int give(int amount)
{
    if (__VERIFIER_nondet_int())
        visit();
    return amount >= 100 ? 7 : 0;
}

static int start(void)
{
    return give(1);
}

int main(void)
{
    start();
    return 0;
}
