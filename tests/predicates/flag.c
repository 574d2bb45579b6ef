// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned counter = 0, mirror = 0;
    int marked = 0;
    while (__VERIFIER_nondet_int()) {
        if (marked) mirror = counter;
        marked = 0;
        if (__VERIFIER_nondet_int()) {
            counter = (counter << 1) ^ 5;
            marked = counter != 15;
        }
    }
    assert(marked || counter == mirror);
    return 0;
}
