// expect: proved
// Conversions differ from LP64 where long is no wider than int.
// arch: ilp32
// stdout: 0 -1 1
// stdout: 4294967296 8589934590 1
// stdout: 2146859786 2147483648
// stdout: 18446744065119617025 4294967294
// stdout: 3 12
#include <stdint.h>
#include <stdio.h>

static unsigned long checksum(const char *text)
{
    unsigned long sum = 5381;
    while (*text)
        sum = sum * 33 + (unsigned char)*text++;
    return sum;
}

int main(void)
{
    unsigned u = 0xffffffff;
    long converted = u;
    unsigned long wrapped = 0ul - 1;
    long long wide = 0xffffffffu + 1ll;
    printf("%d %ld %d\n", -1L < 1u, converted, wrapped == u);
    printf("%lld %lld %d\n", wide, (long long)wrapped * 2, (int)(wide >> 32));
    printf("%lu %lu\n", checksum("overflowing checksum"), 1ul << 31);
    uint64_t product = (uint64_t)u * u;
    printf("%llu %lu\n", (unsigned long long)product, (unsigned long)(product >> 32));
    int values[3] = {1, 2, 3}, *end = values + 3;
    printf("%d %d\n", (int)(end - values), (int)((uintptr_t)end - (uintptr_t)values));
    return 0;
}
