// expect: proved
// Two ways to count bits agree on every byte.
#include <assert.h>

static int count_by_clearing(unsigned word)
{
    int count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

static int count_by_halves(unsigned word)
{
    word = (word & 0x55) + (word >> 1 & 0x55);
    word = (word & 0x33) + (word >> 2 & 0x33);
    return (word & 0x0f) + (word >> 4);
}

int main(void)
{
    for (unsigned byte = 0; byte < 256; byte++)
        assert(count_by_clearing(byte) == count_by_halves(byte));
    return 0;
}
