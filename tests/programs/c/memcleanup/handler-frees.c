// expect: proved
// The exit handler frees the global even when exit is called deep inside.
// property: memcleanup
// exit: 4
#include <stdlib.h>

static long *history;

static void forget(void)
{
    free(history);
}

static void step(int n)
{
    history[n] = n;
    if (n == 4)
        exit((int)history[4]);
    step(n + 1);
}

int main(void)
{
    history = malloc(8 * sizeof *history);
    if (!history || atexit(forget) != 0)
        return 1;
    step(0);
    return 2;
}
