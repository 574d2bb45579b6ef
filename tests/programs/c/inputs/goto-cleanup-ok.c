// expect: proved
// Each error path goes to the label that frees exactly what has been allocated.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int status = 1;
    int length = __VERIFIER_nondet_int();
    char *name = malloc(8);
    if (!name)
        goto none;
    if (length < 0 || length > 8)
        goto only_name;
    char *value = malloc(8);
    if (!value)
        goto only_name;
    value[0] = 'v';
    status = 0;
    free(value);
only_name:
    free(name);
none:
    return status;
}
