// expect: proved
// A handler registered with atexit frees the cache.
#include <stdlib.h>

static int *cache;

static void drop_cache(void)
{
    free(cache);
    cache = NULL;
}

static int fibonacci(int n)
{
    if (n < 2)
        return n;
    if (cache[n] == 0)
        cache[n] = fibonacci(n - 1) + fibonacci(n - 2);
    return cache[n];
}

int main(void)
{
    cache = calloc(21, sizeof *cache);
    atexit(drop_cache);
    if (fibonacci(20) != 6765)
        exit(1);
    exit(0);
}
