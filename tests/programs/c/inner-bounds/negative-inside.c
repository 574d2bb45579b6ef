// A negative index reaches the member before the array.
// sanitizer: undefined
struct history {
    int newest;
    int past[4];
    int oldest;
};

static int average(const struct history *h, int index)
{
    return (h->past[index] + h->past[index - 1]) / 2; // expect: refuted inner-bounds
}

int main(void)
{
    struct history h = {50, {40, 30, 20, 10}, 0};
    int total = 0;
    for (int i = 3; i >= 0; i--)
        total += average(&h, i);
    return total == 120 ? 0 : 1;
}
