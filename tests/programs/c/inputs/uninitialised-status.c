// sanitizer: none -- valgrind sees it
// fails-with: values 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int last;
    int *codes = malloc(2 * sizeof *codes);
    codes[1] = 7;
    last = codes[__VERIFIER_nondet_int() != 0]; // expect: refuted uninit
    free(codes);
    return last;
}
