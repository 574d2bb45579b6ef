// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char phase = 0, last = 0;
    while (__VERIFIER_nondet_int()) {
        last = phase;
        if (phase == 0) phase = __VERIFIER_nondet_int() ? 3 : 0;
        else if (phase == 3) phase = __VERIFIER_nondet_int() ? 7 : 1;
        assert(phase >= last);
    }
    assert(phase == 0 || phase == 3 || phase == 7);
    return 0;
}
