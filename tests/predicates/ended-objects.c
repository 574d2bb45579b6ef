// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (p && *p == 7) return 1;
        p = &x;
        if (__VERIFIER_nondet_int()) p = 0;
    }
    return 0;
}
