// expect: proved
// entry: middle
// Whoever calls gives a window of at least five samples.
int middle(const int window[static 5], unsigned offset)
{
    return offset < 3 ? window[2 + offset] > window[0] : 0;
}
