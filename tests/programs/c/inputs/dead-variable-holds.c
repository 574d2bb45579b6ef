// The variable is not read again, but it keeps the block from being lost as long as it holds it.
// sanitizer: leak
// fails-with: values 1 1 0
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void nothing(void) {}

int main(void)
{
    int seen = 0;
    char *block = malloc(40); // expect: refuted leak
    *block = 1;
    if (__VERIFIER_nondet_int()) {
        nothing();
        block = NULL;
    }
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (!seen)
        abort();
    exit(0);
}
