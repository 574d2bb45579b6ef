// expect: proved
// Unsigned arithmetic is modular, however far it goes.
static unsigned hash(const char *text)
{
    unsigned value = 2166136261u;
    while (*text)
        value = (value ^ (unsigned char)*text++) * 16777619u;
    return value;
}

int main(void)
{
    unsigned zero = 0, low = zero - 1;
    unsigned long long big = 0xffffffffffffffffull;
    unsigned char byte = 255;
    byte++;
    big += 2;
    big = -big;
    return low == 0xffffffffu && byte == 0 && -zero == 0 && big == 0xffffffffffffffffull
        && hash("foobar") == 0xbf9cf968u ? 0 : 1;
}
