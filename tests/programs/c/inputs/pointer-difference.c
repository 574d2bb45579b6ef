// The position of a letter is counted from the other word.
// sanitizer: none -- needs detect_invalid_pointer_pairs
// fails-with: values 97
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    const char first[] = "cart", second[] = "dog";
    char wanted = __VERIFIER_nondet_char();
    const char *found = strchr(first, wanted);
    if (!found)
        found = strchr(second, wanted);
    if (!found)
        return 0;
    return found - second > 2; // expect: refuted pointer-subtraction
}
