// A range check against the end of a different array.
// sanitizer: none -- needs -fsanitize=pointer-compare
static int primary[4] = {1, 2, 3, 4}, backup[4] = {5, 6, 7, 8};

static int contains(const int *start, const int *p)
{
    return p >= start && p < start + 4; // expect: refuted pointer-comparison
}

int main(void)
{
    const int *cursor = primary;
    int inside = 0;
    for (int i = 0; i < 4; i++)
        inside += contains(primary, cursor++);
    cursor = backup + 1;
    return contains(primary, cursor) ? 1 : inside - 4;
}
