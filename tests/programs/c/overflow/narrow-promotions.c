// expect: proved
// chars and shorts compute as ints; the conversion back is not an overflow.
#include <stdint.h>

int main(void)
{
    int8_t small = 127;
    int8_t sum = small + 1;
    int16_t product = (int16_t)((int16_t)300 * (int16_t)300);
    small++;
    signed char negative = -128;
    negative = -negative;
    uint16_t wide = 0xffff;
    wide += 2;
    short shifted = (short)(0x7fff << 1);
    return sum == -128 && small == -128 && product == 24464 && negative == -128 && wide == 1
        && shifted == -2 ? 0 : 1;
}
