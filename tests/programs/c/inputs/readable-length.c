// The length that is passed on is checked against the memory behind the pointer, but is one too
// large.
// property: assert
// sanitizer: assert
#include <stdlib.h>

_Bool __CPROVER_r_ok(const void *memory, size_t size);
void __CPROVER_assert(_Bool condition, const char *text);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned length = __VERIFIER_nondet_uint();
    if (length == 0 || length > 64)
        return 0;
    char *text = malloc(length);
    if (!text)
        return 1;
    __CPROVER_assert(__CPROVER_r_ok(text, length + 1), "room for the end"); // expect: refuted assert
    free(text);
    return 0;
}
