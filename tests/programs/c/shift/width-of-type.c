// A mask of n ones is built by shifting; thirty-two is one too many.
// sanitizer: undefined
static unsigned ones(int count)
{
    return (1u << count) - 1; // expect: refuted shift
}

int main(void)
{
    unsigned seen = 0;
    for (int prefix = 8; prefix <= 32; prefix += 8)
        seen ^= ones(prefix);
    return seen == 0 ? 1 : 0;
}
