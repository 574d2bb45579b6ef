// expect: proved
// A macro's marker stands in the branch of a ternary that is not taken.
#define ASSUME(c) ((c) ? (void)0 : __builtin_unreachable())

static int clamp_index(int i, int count)
{
    int clamped = i < 0 ? 0 : i >= count ? count - 1 : i;
    ASSUME(clamped >= 0 && clamped < count);
    return clamped;
}

int main(void)
{
    int histogram[4] = {0};
    for (int i = -6; i < 10; i++)
        histogram[clamp_index(i, 4)]++;
    return histogram[0] == 7 && histogram[3] == 7 ? 0 : 1;
}
