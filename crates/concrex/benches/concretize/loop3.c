#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3];
    int debug = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (debug)
            a[i] = 0;
    }
    int max = a[0];
    for (int i = 1; i < 3; i++) {
        if (a[i] > max)
            max = a[i];
    }
    assert(max != 5 || a[2] == 5);
    return 0;
}
