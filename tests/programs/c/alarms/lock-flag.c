// A newline keeps the lock.
// time: 20s
// sanitizer: assert
// fails-with: stdin "\n"
#include <assert.h>
#include <stdio.h>

static int locked;

static void lock(void)
{
    assert(!locked); // expect: refuted assert
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
        else if (c != '\n' && c != EOF) {
            unlock();
            putchar(c);
        }
    } while (c != EOF);
    unlock();
    return 0;
}
