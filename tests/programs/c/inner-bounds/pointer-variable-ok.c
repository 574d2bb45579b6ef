// expect: proved
// Pointers into an array inside of a struct that stay there, and one that is meant for the struct.
// exit: 10
#include <stddef.h>

struct frame {
    int gain;
    int samples[4];
    int last;
};

int main(void)
{
    struct frame frame = {7, {1, 2, 3, 4}, 5};
    int *sample;
    int sum = 0;
    for (sample = frame.samples; sample < frame.samples + 4; sample++)
        sum += *sample;
    int *back = frame.samples + 4;
    while (back > frame.samples)
        sum += *--back - sample[-1 - (back - frame.samples)];
    char *bytes = (char *)frame.samples;
    struct frame *around = (struct frame *)(bytes - offsetof(struct frame, samples));
    return around->gain == 7 ? sum : 0;
}
