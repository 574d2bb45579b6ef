// Both ways round the loop look alike but for the element that holds the mark.
// sanitizer: assert
// fails-with: values 5 1 1 0
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char marks[2000];

int main(void)
{
    unsigned slot = __VERIFIER_nondet_uint();
    if (slot < 2 || slot >= 2000)
        return 0;
    marks[slot] = 1;
    while (__VERIFIER_nondet_int())
        slot--, slot = slot ? slot : 1999;
    assert(marks[slot] || marks[slot + 1 == 2000 ? 1 : slot + 1]); // expect: refuted assert
    return 0;
}
