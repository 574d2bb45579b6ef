// expect: open
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = 0, late = 0;
    while (i < 300) {
        i++;
        if (i == 299) late = 1;
    }
    assert(!late);
    return 0;
}
