// expect: proved
// The difference to the end, in both directions, within one array.
static long length(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return end - text;
}

int main(void)
{
    double samples[10];
    double *middle = samples + 5, *end = samples + 10;
    return length("subtract") == 8 && end - samples == 10 && samples - middle == -5
        && &samples[9] - &samples[9] == 0 && length("") == 0 ? 0 : 1;
}
