// What a local was a copy of has changed when the recursive call returns.
// fails-with: values 0 1 5 0
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int level;

static void descend(int depth)
{
    int before = level;
    if (depth > 0) {
        descend(depth - 1);
        if (before == 0)
            assert(level == 0); // expect: refuted assert
    }
    level = __VERIFIER_nondet_int();
}

int main(void)
{
    level = __VERIFIER_nondet_int();
    int depth = __VERIFIER_nondet_int();
    if (depth > 3)
        return 0;
    descend(depth);
    return 0;
}
