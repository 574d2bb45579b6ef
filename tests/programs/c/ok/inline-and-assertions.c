// expect: proved
// Inline functions, static assertions and noreturn.
// stdout: 99 198 18 7
// stdout: sum 100
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(CHAR_BIT == 8, "bytes have eight bits");
static_assert(sizeof(long) == sizeof(void *), "LP64");

struct header { _Static_assert(sizeof(short) == 2, "inside of a structure"); short a, b; };

static inline int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

inline int twice(int value) { return 2 * value; }
extern int twice(int value);

static inline __attribute__((always_inline)) unsigned rotate(unsigned word, unsigned by)
{
    return word << by % 32 | word >> (32 - by % 32) % 32;
}

_Noreturn static void finish(int sum)
{
    printf("sum %d\n", sum);
    exit(sum == 100 ? 0 : 1);
}

int main(void)
{
    static_assert(sizeof(struct header) == 4, "no padding");
    int sum = 0;
    for (int i = -5; i <= 15; i++)
        sum += clamp(i, 0, 9);
    printf("%d %d %x %x\n", sum, twice(sum), rotate(0x80000001u, 4), rotate(7, 32));
    int (*indirect)(int) = twice;
    assert(indirect(5) == 10);
    finish(clamp(sum * 10, 0, 100));
}
