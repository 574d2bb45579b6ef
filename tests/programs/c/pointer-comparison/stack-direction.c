// Measuring the stack's direction by comparing locals of two functions.
// sanitizer: none -- needs -fsanitize=pointer-compare
static int grows_down(const char *outer, int depth)
{
    char here = (char)depth;
    if (depth > 0)
        return grows_down(outer, depth - 1);
    return &here <= outer; // expect: refuted pointer-comparison
}

int main(void)
{
    char marker = 'm';
    const char *same = &marker;
    if (!(same <= &marker))
        return 2;
    return grows_down(&marker, 3) > 1;
}
