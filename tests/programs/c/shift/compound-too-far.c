// A bit walks out of the word one step after the last valid shift.
// sanitizer: undefined
#include <stdint.h>

int main(void)
{
    uint8_t pattern = 0x81;
    int bits = 0, amount = 1;
    while (bits < 100) {
        int32_t spread = pattern;
        spread <<= amount; // expect: refuted shift
        bits += spread & 1 ? 0 : amount;
        amount += 11;
    }
    return 0;
}
