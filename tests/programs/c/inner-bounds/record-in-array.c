// Each record has three grades; the loop believes in four.
// sanitizer: undefined
struct student { char initial; unsigned char grades[3]; };

static const struct student class[] = {
    {'a', {1, 2, 1}},
    {'b', {3, 2, 2}},
    {'c', {1, 1, 1}},
};

int main(void)
{
    int best = 100;
    for (int s = 0; s < 3; s++) {
        int sum = 0;
        for (int g = 0; g <= 3; g++)
            sum += class[s].grades[g]; // expect: refuted inner-bounds
        best = sum < best ? sum : best;
    }
    return best == 3 ? 0 : 1;
}
