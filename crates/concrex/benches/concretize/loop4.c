#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 0;
    for (int i = 0; i < 4; i++) {
        int c = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = c == 7 ? 1 : 0; break;
        case 1: state = c == 9 ? 2 : 0; break;
        default: state = 2; break;
        }
    }
    assert(state != 2);
    return 0;
}
