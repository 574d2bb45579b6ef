// Zero divided by zero is not a number, and no integer either.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
static double mean(const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

int main(void)
{
    const float weights[] = {60.5f, 72.0f, 81.5f};
    int total = 0;
    for (int count = 3; count >= 0; count--)
        total += (int)mean(weights, count); // expect: refuted float-to-int
    return total > 0 ? 0 : 1;
}
