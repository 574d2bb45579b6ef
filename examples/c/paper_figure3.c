// Figure 3 of Erez, Yahav and Sagiv, "Generating Concrete Counterexamples for Sound Abstract
// Interpretation": constant propagation cannot prove the assertion, and z = 3 violates it.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x, y;
    int z = __VERIFIER_nondet_int();
    y = 1;
    x = 1;
    while (y < z) {
        if (x >= y) {
            x = y + 2;
        } else {
            x = 3;
        }
        y = y + 1;
    }
    assert(x < 4);
    return 0;
}
