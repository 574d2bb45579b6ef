// The average of the values above a limit, of which there are none.
// sanitizer: undefined
static int average_above(const int *values, int count, int limit)
{
    int sum = 0, matching = 0;
    for (int i = 0; i < count; i++)
        if (values[i] > limit) {
            sum += values[i];
            matching++;
        }
    return sum / matching; // expect: refuted division
}

int main(void)
{
    const int ages[] = {31, 45, 27, 60};
    int all = average_above(ages, 4, 0);
    return all == 40 ? average_above(ages, 4, 64) : 1;
}
