// expect: proved
// A pointer without a prototype calls functions of promoted parameters.
// exit: 11
static int add(int a, int b)
{
    return a + b;
}

static int negate(a)
    int a;
{
    return -a;
}

int main(void)
{
    int (*binary)() = add, (*unary)() = negate;
    short small = 4;
    char c = 7;
    return binary(small, c) + unary(binary(0, 0));
}
