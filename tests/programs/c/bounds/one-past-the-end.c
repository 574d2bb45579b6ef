// expect: proved
// The end pointer is formed and compared, never dereferenced.
static int sum(const int *first, const int *end)
{
    int total = 0;
    while (first != end)
        total += *first++;
    return total;
}

int main(void)
{
    int scores[5] = {3, 1, 4, 1, 5};
    int scalar = 9;
    const int *end = &scores[5];
    if (sum(scores, end) != 14 || end - scores != 5)
        return 1;
    return sum(&scalar, &scalar + 1) == 9 && end[-1] == 5 ? 0 : 1;
}
