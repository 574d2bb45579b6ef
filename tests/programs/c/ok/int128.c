// expect: proved
// Products and quotients of 128 bits.
// stdout: 8683317618811886495518194401280000000
// stdout: 340282366920938463463374607431768211455
// stdout: 17294846843960311771
// stdout: 1 -68719476736 -1024
// stdout: 0688589cc0e9505e 16
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

static void print(u128 value)
{
    char digits[40], *p = digits + sizeof digits;
    *--p = '\0';
    do
        *--p = (char)('0' + (int)(value % 10));
    while (value /= 10);
    puts(p);
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    return (uint64_t)((u128)a * b % m);
}

int main(void)
{
    u128 factorial = 1;
    for (unsigned i = 2; i <= 33; i++)
        factorial *= i;
    print(factorial);
    print(~(u128)0);
    uint64_t power = 1, base = 1234567890123456789u, m = 18446744073709551557u;
    for (int i = 0; i < 64; i++)
        power = multiply_modulo(power, base, m);
    printf("%llu\n", (unsigned long long)power);
    __int128 negative = -((__int128)1 << 100);
    long long high = (long long)(negative >> 64), quotient = (long long)(negative / ((__int128)1 << 90));
    printf("%d %lld %lld\n", negative < 0, high, quotient);
    printf("%016llx %zu\n", (unsigned long long)(factorial >> 64), sizeof negative);
    return 0;
}
