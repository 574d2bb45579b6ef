// The operand of `sizeof` is evaluated if its type is that of a variable-length array.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n != 2) return 0;
    int v[n][n], i = 0;
    (void)sizeof(v[i++]);
    assert(i == 0); // expect: refuted assert
    return 0;
}
