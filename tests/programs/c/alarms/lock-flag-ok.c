// expect: proved
// time: 20s
// A lock that is taken and given back in turns, under the control of the input.
#include <assert.h>
#include <stdio.h>

static int locked;

static void lock(void)
{
    assert(!locked);
    locked = 1;
}

static void unlock(void)
{
    assert(locked);
    locked = 0;
}

int main(void)
{
    int c;
    do {
        lock();
        c = getchar();
        if (c == 'u')
            unlock();
        else if (c != EOF) {
            unlock();
            putchar(c);
        }
    } while (c != EOF);
    unlock();
    return 0;
}
