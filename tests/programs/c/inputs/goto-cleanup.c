// The common exit of the error paths frees what only one of them has allocated.
// sanitizer: none -- which pointer is freed depends on what was on the stack
// fails-with: values -1
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char *name, *value;
    int length = __VERIFIER_nondet_int();
    name = malloc(8);
    if (!name)
        return 1;
    if (length < 0 || length > 8)
        goto done;
    value = malloc(8);
    if (value)
        value[0] = 'v';
done:
    free(name);
    free(value); // expect: refuted uninit
    return 0;
}
