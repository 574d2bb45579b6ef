// The maximum stays unset because no reading passes the filter.
// sanitizer: none -- gcc has no memory sanitizer
static int count_above(const int *readings, int count, int floor)
{
    int maximum, above = 0;
    for (int i = 0; i < count; i++)
        if (readings[i] > floor) {
            maximum = above == 0 || readings[i] > maximum ? readings[i] : maximum;
            above++;
        }
    if (maximum > 100) // expect: refuted uninit
        return -1;
    return above;
}

int main(void)
{
    const int readings[] = {12, 60, 31};
    int first = count_above(readings, 3, 30);
    return first == 2 ? count_above(readings, 3, 99) : 1;
}
