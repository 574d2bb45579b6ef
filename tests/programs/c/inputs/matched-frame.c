// The pointer leads to a variable of the caller or of the function itself.
// sanitizer: address
// fails-with: values 1 1 0
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static int *select_slot(int *outer)
{
    int own = 0, seen = 0;
    int *slot = __VERIFIER_nondet_int() ? &own : outer;
    while (__VERIFIER_nondet_int())
        seen = 1;
    return seen ? slot : NULL;
}

int main(void)
{
    int mine = 0;
    int *slot = select_slot(&mine);
    return slot ? *slot : 0; // expect: refuted use-after-scope
}
