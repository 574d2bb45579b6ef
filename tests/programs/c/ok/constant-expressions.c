// expect: proved
// Constants folded in array sizes, case labels, static initialisers and enumerators.
// stdout: 8 7 7 8
// stdout: 12 8.50 0 fffffff stant
// stdout: 1099511627896 -1
// stdout: minus two none none none none three four none none none eight nine
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define SQUARE(x) ((x) * (x))

enum { SIDE = 3, AREA = SQUARE(SIDE), LAST = AREA - 1 & ~1, HUGE_SHIFT = INT_MAX >> 28 };

static int board[AREA][sizeof(char[SIDE + 1])];
static int *const corner = &board[AREA - 1][SIDE], *const start = board[0] + 1;
static const ptrdiff_t distance = offsetof(struct { char c; int array[4]; }, array[2]);
static double ratio = (double)7 / 2 + 7 / 2 + (int)2.9f, tiny = 1.0 / 3 * 3 - 1;
static unsigned mask = -1 >> 1 ? ~0u >> 4 : 0;
static const char *text = "constant" + 3;
static long long big = 1LL << 40 | 'x', folded = 5 > 3 ? -(4 % 3) : 1 / 1;

static const char *kind(int n)
{
    switch (n) {
    case SQUARE(2): return "four";
    case AREA: return "nine";
    case sizeof(int) * 2 + 'a' - 'a': return "eight";
    case -(1 ? 2 : 3): return "minus two";
    case (int)3.99: return "three";
    }
    return "none";
}

int main(void)
{
    *corner = 7;
    *start = 8;
    printf("%d %d %d %d\n", LAST, HUGE_SHIFT, board[8][3], board[0][1]);
    printf("%td %.2f %g %x %s\n", distance, ratio, tiny, mask, text);
    printf("%lld %lld\n", big, folded);
    for (int n = -2; n < 10; n++)
        printf("%s%c", kind(n), n < 9 ? ' ' : '\n');
    return 0;
}
