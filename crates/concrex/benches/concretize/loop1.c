#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int mode = 2;
    int n = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (mode == 1) {
            s = s - 1;
        } else if (mode == 3) {
            s = s + 3;
        } else {
            s = s + 2;
        }
    }
    assert(s != 4);
    return 0;
}
