// Memory that only one of two paths keeps an address of.
// sanitizer: leak
// fails-with: values 0
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    void *block = malloc(4); // expect: refuted leak
    if (!block)
        return 0;
    if (__VERIFIER_nondet_int()) {
        void **kept = __builtin_alloca(sizeof *kept);
        kept[0] = block;
    }
    block = 0;
    exit(0);
}
