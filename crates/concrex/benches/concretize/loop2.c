#include <assert.h>
int __VERIFIER_nondet_int(void);
int step(int x) {
    if (x % 2 == 0)
        return x / 2;
    return x + 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 1 || x > 40)
        return 0;
    int count = 0;
    while (x != 1) {
        x = step(x);
        count = count + 1;
    }
    assert(count != 3);
    return 0;
}
