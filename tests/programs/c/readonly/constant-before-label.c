// A label further on does not make a constant one that can be changed.
// sanitizer: none -- the compiler puts it on the stack
int main(void)
{
    const int limit = 3;
    int *open = (int *)&limit;
    int rounds = 0;
    *open = 4; // expect: refuted readonly
    if (rounds > 0)
        goto out;
    rounds = limit;
out:
    return 0;
}
