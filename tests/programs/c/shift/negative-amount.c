// The distance to the target bit becomes negative.
// sanitizer: undefined
static unsigned pick(unsigned word, int high, int width)
{
    return word >> (high - width + 1) & ((1u << width) - 1); // expect: refuted shift
}

int main(void)
{
    unsigned instruction = 0xdeadbeef, sum = 0;
    for (int high = 31; high > 0; high -= 7)
        sum += pick(instruction, high, 5);
    return sum > 0 ? 0 : 1;
}
