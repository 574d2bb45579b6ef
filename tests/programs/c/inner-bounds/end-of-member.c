// expect: proved
// The address just past a member array is formed but not used for access.
// exit: 6
struct frame { int samples[4]; int gain; };

int main(void)
{
    struct frame f = {{0, 1, 2, 3}, 100};
    int sum = 0;
    for (int *s = f.samples; s != &f.samples[4]; s++)
        sum += *s;
    int *end = f.samples + 4;
    return end - f.samples == 4 ? sum : f.gain;
}
