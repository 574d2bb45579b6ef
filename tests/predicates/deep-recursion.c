// expect: open
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int count;

static void f(int n) {
    count++;
    if (n > 0) f(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 12) return 0;
    f(n);
    assert(count < 10);
    return 0;
}
