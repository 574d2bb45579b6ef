// A label further on does not make a constant one that can be changed.
// sanitizer: none -- the compiler puts it on the stack
int main(int argc, char **argv)
{
    (void)argv;
    const int limit = 3;
    int *open = (int *)&limit;
    *open = 4; // expect: refuted readonly
    if (argc > 100)
        goto out;
    argc = limit;
out:
    return 0;
}
