// expect: proved
// The largest amounts that each type allows.
int main(void)
{
    unsigned top = 1u << 31;
    unsigned long long wide = 1ull << 63;
    int sign = (int)(0x80000000u) >> 31;
    unsigned char byte = 0xff;
    int promoted = byte << 23;
    long long_top = 1L << 62;
    return top == 0x80000000u && wide >> 63 == 1 && sign == -1 && promoted == 0x7f800000
        && long_top > 0 && 0 << 31 == 0 ? 0 : 1;
}
