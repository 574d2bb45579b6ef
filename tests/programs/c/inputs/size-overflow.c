// The size of the array wraps around to zero.
// sanitizer: address
// fails-with: values 268435456
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct sample {
    unsigned time;
    unsigned value[3];
};

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0)
        return 1;
    unsigned bytes = count * (unsigned)sizeof(struct sample);
    struct sample *samples = malloc(bytes);
    if (!samples)
        return 1;
    samples[0].time = 0; // expect: refuted bounds
    free(samples);
    return 0;
}
