// expect: proved
// The longer member of a union covers what the shorter one does not.
union word {
    unsigned value;
    unsigned char bytes[4];
    struct { unsigned short low, high; } half;
};

int main(void)
{
    union word w = {0x11223344};
    unsigned rebuilt = 0;
    for (int i = 3; i >= 0; i--)
        rebuilt = rebuilt << 8 | w.bytes[i];
    w.half.high = 0;
    return rebuilt == 0x11223344 && w.value == 0x3344 ? 0 : 1;
}
