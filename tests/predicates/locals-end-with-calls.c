// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int first) {
    int t;
    if (first) t = 1;
    return first ? t : t + 1;
}

int main(void) {
    f(1);
    int again = 0;
    while (__VERIFIER_nondet_int()) {
        if (again) f(0);
        again = __VERIFIER_nondet_int();
    }
    return 0;
}
