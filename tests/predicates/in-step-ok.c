// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x = x * 3 + 1;
        y = y * 3 + 1;
        if (__VERIFIER_nondet_int()) {
            x ^= 5;
            y ^= 5;
        }
    }
    assert(x == y);
    return 0;
}
