// expect: proved
// What verifiers' functions say about pointers.
#include <stdlib.h>

_Bool __CPROVER_r_ok(const void *memory, size_t size);
_Bool __CPROVER_same_object(const void *first, const void *second);
size_t __CPROVER_OBJECT_SIZE(const void *memory);
size_t __CPROVER_POINTER_OFFSET(const void *memory);
void __CPROVER_assert(_Bool condition, const char *text);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned length = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
    if (length == 0 || length > 64 || at >= length)
        return 0;
    char other, *text = malloc(length);
    if (!text)
        return 1;
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(text + at) == length, "size");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(text + at) == at, "offset");
    __CPROVER_assert(__CPROVER_r_ok(text + at, length - at), "up to the end");
    __CPROVER_assert(!__CPROVER_r_ok(text + at, length - at + 1), "and no further");
    __CPROVER_assert(!__CPROVER_r_ok(0, 1), "null");
    __CPROVER_assert(__CPROVER_same_object(text, text + at), "one object");
    __CPROVER_assert(!__CPROVER_same_object(text, &other), "two objects");
    free(text);
    return 0;
}
