// expect: proved
// Shifting a negative number to the right keeps its sign.
static int floor_halves(int value, int times)
{
    while (times-- > 0)
        value >>= 1;
    return value;
}

int main(void)
{
    long small = -1L;
    small >>= 63;
    return floor_halves(-7, 1) == -4 && floor_halves(-1, 31) == -1 && floor_halves(-1000, 3) == -125
        && small == -1 && (-5 >> 0) == -5 ? 0 : 1;
}
