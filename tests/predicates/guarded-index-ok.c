// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int a[10];

int main(void) {
    int i = 0, ok = 0;
    while (__VERIFIER_nondet_int()) {
        i = __VERIFIER_nondet_int();
        ok = 0;
        if (i >= 0 && i < 10) ok = 1;
        if (__VERIFIER_nondet_int()) continue;
        if (ok) a[i] = 1;
    }
    return 0;
}
