// expect: refuted
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int state;

static int open_it(int key) {
    if (key < 0) return -1;
    if (state != 0) return -2;
    state = 1;
    return 0;
}

static int close_it(void) {
    if (state != 1) return -1;
    state = 0;
    return 0;
}

static int use(int key) {
    int result = open_it(key);
    if (result) return result;
    if (key > 10) {
        if (key != 12) close_it();
        return -3;
    }
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int result = use(__VERIFIER_nondet_int());
        if (result == 0) {
            assert(state == 1);
            assert(close_it() == 0);
        }
        assert(state == 0);
    }
    return 0;
}
