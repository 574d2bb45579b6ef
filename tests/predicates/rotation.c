// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2, c = 1;
    while (__VERIFIER_nondet_int()) {
        assert(a != b);
        int t = a;
        a = b;
        b = c;
        c = t;
    }
    return 0;
}
