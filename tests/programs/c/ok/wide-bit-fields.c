// expect: proved
// stdout: 1099511627775
// Arithmetic on bit-fields that are wider than int, as gcc does it: in the width of the wider one.
#include <assert.h>
#include <stdio.h>

struct mixed {
    unsigned long u40 : 40;
    long s40 : 40;
    unsigned long u50 : 50;
    unsigned long u33 : 33;
    unsigned long u32 : 32;
    unsigned u8 : 8;
};

#define KIND(e) _Generic((e), int: 1, unsigned: 2, long: 3, unsigned long: 4, unsigned char: 5, default: 0)

int main(void)
{
    struct mixed m = {.u40 = 0xffffffffff, .s40 = -1, .u50 = 1, .u33 = 0x1ffffffff, .u32 = 0xffffffff, .u8 = 255};
    assert(m.u40 + 1 == 0);
    assert(m.u40 + m.u50 == 0x10000000000);
    assert(m.u40 + 1L == 0x10000000000);
    assert(-m.u33 == 1 && ~m.u33 == 0);
    assert(m.u32 + 1 == 0);
    assert((m.u40 << 4) >> 4 == 0xfffffffff);
    assert(m.s40 == m.u40);
    assert(m.s40 < 0 && m.s40 < 1L);
    assert((1 ? m.u40 : 0) + 1 == 0);
    assert((0, m.u40) + 1 == 0);
    assert(m.u8 + 1 == 256);
    assert(sizeof(m.u40 + 1) == 8 && sizeof(m.u32 + 1) == 4);
    assert(KIND(m.u40) == 0 && KIND(m.u40 + 1) == 0 && KIND(m.u40 + 1L) == 3);
    assert(KIND(m.u32) == 2 && KIND(m.u8) == 5 && KIND(m.u8 + 1) == 1);
    m.u40 += 2;
    assert(m.u40 == 1);
    m.u40 -= 2;
    assert(m.u40++ == 0xffffffffff && m.u40 == 0);
    assert(--m.u40 == 0xffffffffff);
    assert((double)m.u40 == 1099511627775.0);
    switch (m.u40) {
    case -1: break;
    default: assert(0);
    }
    printf("%lu\n", m.u40);
    return 0;
}
