// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { IDLE, CONNECTED, DATA, DONE };

int main(void) {
    int state = IDLE, allowed = 0, bytes = 0;
    while (state != DONE) {
        switch (state) {
        case IDLE:
            if (__VERIFIER_nondet_int()) state = CONNECTED;
            break;
        case CONNECTED:
            if (__VERIFIER_nondet_int() == 7) {
                allowed = 1;
                state = DATA;
            } else {
                state = DATA;
            }
            break;
        case DATA:
            assert(allowed);
            if (bytes++ > 3) {
                allowed = 0;
                state = DONE;
            }
            break;
        default:
            assert(0);
        }
    }
    assert(!allowed);
    return 0;
}
