// expect: proved
// The left operand's type alone decides the width; the amount may be long or char.
int main(void)
{
    long long amount = 40;
    char tiny = 33;
    unsigned long word = 5;
    word <<= amount;
    word >>= tiny;
    int rotated = 0;
    unsigned r = 0x80000001u;
    for (unsigned n = 0; n < 32; n++)
        rotated += (r << n | r >> (-n & 31)) != 0;
    return word == 640 && rotated == 32 && 1L << amount == 1099511627776L ? 0 : 1;
}
