// expect: proved
// Sizes, limits and constants when int, long and pointers have 32 bits.
// arch: ilp32
// stdout: 4 4 4 8
// stdout: 16 12
// stdout: 2147483647 4294967295
// stdout: int long long unsigned
// stdout: unsigned unsigned long int
// stdout: 4 4 4
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record { char tag; long count; void *link; short tail; };

#define TYPE(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "unsigned long", long long: "long long", default: "other")

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof(int), sizeof(long), sizeof(void *), sizeof(long long));
    printf("%zu %zu\n", sizeof(struct record), offsetof(struct record, tail));
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    printf("%s %s %s\n", TYPE(2147483647), TYPE(2147483648), TYPE(0x80000000));
    printf("%s %s %s\n", TYPE(sizeof 1), TYPE(1u + 1L), TYPE((ptrdiff_t)0));
    printf("%zu %zu %zu\n", sizeof(size_t), sizeof(intptr_t), sizeof(wchar_t));
    return 0;
}
