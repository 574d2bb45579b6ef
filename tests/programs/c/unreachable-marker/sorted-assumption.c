// A merge step assumes that its inputs are sorted; one is not.
// sanitizer: undefined
static void assume_sorted(const int *values, int count)
{
    for (int i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            __builtin_unreachable(); // expect: refuted unreachable-marker
}

static int smallest_common(const int *a, const int *b, int count)
{
    assume_sorted(a, count);
    assume_sorted(b, count);
    int i = 0, j = 0;
    while (i < count && j < count && a[i] != b[j])
        a[i] < b[j] ? i++ : j++;
    return i < count && j < count ? a[i] : -1;
}

int main(void)
{
    const int left[] = {2, 5, 9, 12}, right[] = {3, 4, 9, 8};
    return smallest_common(left, right, 4) == 9 ? 0 : 1;
}
