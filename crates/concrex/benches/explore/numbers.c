/* Branching on numbers: each number is put in one of three classes, so that 3 to the power of
   NUMBERS paths have to be followed, and a claim is made of each. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

#ifndef NUMBERS
#define NUMBERS 7
#endif

int main(void)
{
    int below = 0, within = 0, above = 0, sum = 0;
    for (int i = 0; i < NUMBERS; i++) {
        int number = __VERIFIER_nondet_int();
        if (number < -100) {
            below++;
        } else if (number <= 100) {
            within++;
            sum += number;
        } else {
            above++;
        }
        assert(below + within + above == i + 1);
        assert(sum >= -100 * within && sum <= 100 * within);
    }
    return 0;
}
