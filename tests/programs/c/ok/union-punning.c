// expect: proved
// Reading another member of a union reinterprets the bytes.
// stdout: 3f800000 0 127 000000 3f
// stdout: c0200000 1 128 200000 c0
// stdout: 3dcccccd 0 123 4ccccd 3d
// stdout: 00000000 0 0 000000 00
// stdout: 48 -0.375
// stdout: 3.141592653589793
#include <stdint.h>
#include <stdio.h>

union number {
    float real;
    uint32_t bits;
    unsigned char bytes[4];
    struct { uint32_t fraction : 23, exponent : 8, sign : 1; } parts;
};

static float scale(float value, int by)
{
    union number n = {value};
    n.parts.exponent += by;
    return n.real;
}

int main(void)
{
    static const float samples[] = {1.0f, -2.5f, 0.1f, 0.0f};
    for (int i = 0; i < 4; i++) {
        union number n = {.real = samples[i]};
        printf("%08x %u %u %06x %02x\n", n.bits, n.parts.sign, n.parts.exponent, n.parts.fraction,
               n.bytes[3]);
    }
    printf("%g %g\n", scale(3.0f, 4), scale(-0.75f, -1));
    union { double d; uint64_t u; } wide = {.u = 0x400921fb54442d18};
    printf("%.15f\n", wide.d);
    return 0;
}
