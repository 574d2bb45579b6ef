// expect: proved
// break and continue belong to the innermost loop or switch.
// stdout: 8 214 25
// stdout: 9 5
// stdout: 14 4
#include <stdio.h>

static int primes_below(int limit)
{
    int count = 0;
    for (int n = 2; n < limit; n++) {
        int d = 2;
        while (1) {
            if (d * d > n) {
                count++;
                break;
            }
            if (n % d++ == 0)
                break;
        }
    }
    return count;
}

int main(void)
{
    int n = 0, rounds = 0;
    do {
        if (++n % 3 == 0)
            continue;
        for (int i = 0; ; i++) {
            if (i == n)
                break;
            switch (i % 4) {
            case 1: continue;
            case 2: break;
            default: rounds++;
            }
            rounds += 10;
        }
    } while (n < 8);
    printf("%d %d %d\n", n, rounds, primes_below(100));
    int i = 10, j = 0;
    while (i --> 0)
        for (; j < i; j++)
            if ((i + j) % 7 == 0)
                goto out;
out:
    printf("%d %d\n", i, j);
    for (;;)
        if (i++ > 12)
            break;
        else
            continue;
    do ; while (--j > 5);
    printf("%d %d\n", i, j);
    return 0;
}
