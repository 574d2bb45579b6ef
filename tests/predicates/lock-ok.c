// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int lock;

int main(void) {
    int held = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 0 && !held) {
            assert(lock == 0);
            lock = 1;
            held = 1;
        } else if (command == 1 && held) {
            assert(lock == 1);
            lock = 0;
            held = 0;
        } else if (command == 2) {
            break;
        }
    }
    return 0;
}
