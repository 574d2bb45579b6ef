// Rotating by zero shifts the other half by the full width.
// sanitizer: undefined
static unsigned long rotate(unsigned long word, unsigned amount)
{
    return word << amount | word >> (64 - amount); // expect: refuted shift
}

int main(void)
{
    unsigned long state = 0x0123456789abcdefUL;
    for (unsigned amount = 12; amount < 64; amount -= 4)
        state = rotate(state, amount);
    return (int)(state & 1);
}
