// The distance between two locals is taken for the size of the first.
// sanitizer: none -- needs -fsanitize=pointer-subtract
static long span(const int *from, const int *to)
{
    return to - from; // expect: refuted pointer-subtraction
}

int main(void)
{
    int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    long total = span(first, first + 4) + span(second + 4, second);
    total += span(first, second);
    return total == 0 && first[0] == second[0] ? 1 : 0;
}
