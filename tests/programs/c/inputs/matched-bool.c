// entry: count
// No caller puts 5 into a bool: what the function wrote there is not what may be there anyway.
// sanitizer: assert
// fails-with: call count(&(struct flags){0}, 1)
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct flags { _Bool on; unsigned char rest; };

void count(struct flags *f, int odd)
{
    int seen = 0;
    if (!f)
        return;
    if (odd)
        *(unsigned char *)&f->on = 5;
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (seen)
        assert(*(unsigned char *)&f->on < 5); // expect: refuted assert
}
