// expect: proved
// A long cycle of states without an end is come to again.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned i = 0;
    for (;;) {
        i = (i + 1) % 1000;
        for (unsigned j = 0; j < 3; j++)
            assert(i + j < 1002 || n);
        assert(i < 2000);
    }
}
