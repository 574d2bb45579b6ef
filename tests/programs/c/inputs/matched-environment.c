// Two variables of the environment are asked for: that one is set says nothing of the other.
// sanitizer: assert
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int seen = 0, set;
    if (__VERIFIER_nondet_int())
        set = getenv("ALPHA") != NULL;
    else
        set = getenv("BETA") != NULL;
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (seen && !set)
        assert(getenv("ALPHA") == NULL); // expect: refuted assert
    return 0;
}
