// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int last = 0, same = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 5 && last == 5) same = 1;
        last = command;
        assert(!same);
    }
}
