// The window becomes empty, and so does its array.
// sanitizer: undefined
static int windowed_sum(const int *values, int width)
{
    int window[width]; // expect: refuted vla-bound
    int sum = 0;
    for (int i = 0; i < width; i++)
        window[i] = values[i];
    for (int i = 0; i < width; i++)
        sum += window[i];
    return sum;
}

int main(void)
{
    const int values[] = {8, 4, 2, 1};
    int total = 0;
    for (int width = 4; width >= 0; width -= 2)
        total += windowed_sum(values, width);
    return total == 27 ? 0 : 1;
}
