// expect: proved
// property: assert
// However often a loop looks at memory that was never written, the states are alike.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[1000];
    int index;
    while ((index = __VERIFIER_nondet_int()) != 0) {
        if (index < 0 || index >= 1000)
            continue;
        int found = table[index];
        assert(found == table[index]);
    }
    return 0;
}
