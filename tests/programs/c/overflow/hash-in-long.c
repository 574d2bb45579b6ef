// A polynomial hash in a signed long overflows after a dozen letters.
// sanitizer: undefined
static long hash(const char *text)
{
    long value = 7;
    while (*text)
        value = value * 131 + *text++; // expect: refuted overflow
    return value;
}

int main(void)
{
    return hash("short") != hash("a considerably longer key") ? 0 : 1;
}
