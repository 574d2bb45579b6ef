// What was never written stays the same in every turn, so that the third one goes wrong.
// property: assert
// sanitizer: none -- what was never written would have to be zero
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int flag, *place = &flag;
    int zeros = 0;
    while (__VERIFIER_nondet_int()) {
        if (*place == 0)
            zeros++;
        else
            zeros = 0;
        assert(zeros != 3); // expect: refuted assert
    }
    return 0;
}
