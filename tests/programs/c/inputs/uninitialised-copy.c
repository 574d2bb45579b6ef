// entry: middle
// sanitizer: none -- valgrind sees it
// fails-with: call middle(7)
int middle(int n)
{
    int levels[3], copy;
    levels[0] = 1;
    levels[2] = 3;
    if (n < 0 || n > 2)
        n = 1;
    copy = levels[n]; // expect: refuted uninit
    return copy;
}
