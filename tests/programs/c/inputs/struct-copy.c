// A copy of a struct keeps the pointer of the original, and both are freed.
// sanitizer: address
// fails-with: values 2
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct text {
    char *bytes;
    int length;
};

static void release(struct text *text)
{
    free(text->bytes); // expect: refuted double-free
    text->bytes = NULL;
}

int main(void)
{
    int length = __VERIFIER_nondet_int();
    struct text first = {NULL, 0};
    if (length > 0 && length < 100) {
        first.bytes = malloc(length);
        first.length = length;
    }
    struct text second = first;
    release(&first);
    release(&second);
    return 0;
}
