// expect: proved
// The number of samples is limited, so the size of the array does not wrap around.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct sample {
    unsigned time;
    unsigned value[3];
};

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0 || count > 1000)
        return 1;
    unsigned bytes = count * (unsigned)sizeof(struct sample);
    struct sample *samples = malloc(bytes);
    if (!samples)
        return 1;
    samples[0].time = 0;
    samples[count - 1].time = 1;
    free(samples);
    return 0;
}
