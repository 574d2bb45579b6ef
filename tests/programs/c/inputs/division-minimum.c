// One quotient of ints does not fit.
// entry: share
// sanitizer: undefined
// fails-with: call share(-2147483647 - 1, -1)
int share(int total, int parts)
{
    if (parts == 0)
        return 0;
    return total / parts; // expect: refuted division-overflow
}
