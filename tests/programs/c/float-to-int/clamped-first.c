// expect: proved
// Values are clamped and NaN is sorted out before the conversion.
// exit: 255
static unsigned char to_byte(double level)
{
    if (!(level >= 0))
        return 0;
    return level > 255 ? 255 : (unsigned char)(level + 0.5);
}

int main(void)
{
    double zero = 0;
    double levels[] = {-1e9, zero / zero, 0.4, 127.5, 254.4, 1 / zero};
    static const unsigned char expected[] = {0, 0, 0, 128, 254, 255};
    int last = 0;
    for (int i = 0; i < 6; i++) {
        last = to_byte(levels[i]);
        if (last != expected[i])
            return 1;
    }
    return last;
}
