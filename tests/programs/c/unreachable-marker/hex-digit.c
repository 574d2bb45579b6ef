// A decoder that trusts its caller to pass hexadecimal digits only.
// sanitizer: undefined
static unsigned digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    __builtin_unreachable(); // expect: refuted unreachable-marker
}

static unsigned decode(const char *text)
{
    unsigned value = 0;
    while (*text)
        value = value * 16 + digit(*text++);
    return value;
}

int main(void)
{
    return decode("c0de") == 0xc0de && decode("Beef") == 0xbeef ? 0 : 1;
}
