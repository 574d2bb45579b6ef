// expect: proved
// Fractions are cut off, so values just outside of the limits still fit.
#include <limits.h>

int main(void)
{
    double above = 2147483647.9, below = -2147483648.9, tiny = -0.999;
    unsigned none = (unsigned)tiny;
    unsigned char byte = (unsigned char)255.99;
    signed char low = (signed char)-128.5;
    return (int)above == INT_MAX && (int)below == INT_MIN && none == 0 && byte == 255 && low == -128
        && (int)-2.7 == -2 ? 0 : 1;
}
