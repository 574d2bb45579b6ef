// expect: open
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void f(int *p, int n) {
    int own = n;
    if (n > 0) f(&own, n - 1);
    *p = 9;
    assert(own == n);
}

int main(void) {
    int x = 0, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) return 0;
    f(&x, n);
    return 0;
}
