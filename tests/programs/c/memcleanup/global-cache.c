// The cache is still held by a global at exit.
// property: memcleanup
// sanitizer: none -- the block is still reachable, so it is not lost
#include <stdlib.h>

static unsigned char *sieve;

static int is_prime(unsigned n)
{
    if (!sieve) {
        sieve = calloc(100, 1); // expect: refuted memcleanup
        for (unsigned d = 2; d < 10; d++)
            for (unsigned m = 2 * d; m < 100; m += d)
                sieve[m] = 1;
    }
    return n > 1 && !sieve[n];
}

int main(void)
{
    int primes = 0;
    for (unsigned n = 0; n < 100; n++)
        primes += is_prime(n);
    return primes == 25 ? 0 : 1;
}
