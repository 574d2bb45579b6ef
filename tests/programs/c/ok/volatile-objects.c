// expect: proved
// Volatile objects are ordinary memory that is read each time.
// stdout: 5 10
// stdout: 499 130 !
// stdout: abC 1.50
#include <stdio.h>

static volatile int ticks;
static int volatile *volatile const clock_pointer = &ticks;

struct device { volatile unsigned status; unsigned data; };

static int wait_until(int limit)
{
    int polls = 0;
    while (*clock_pointer < limit) {
        ticks = ticks + 2;
        polls++;
    }
    return polls;
}

static unsigned transfer(volatile struct device *d, const char *text)
{
    unsigned checksum = 0;
    while (*text) {
        d->status |= 1u;
        d->data = (unsigned char)*text++;
        checksum = checksum * 2 + d->data;
        d->status &= ~1u;
        d->status += 0x10;
    }
    return checksum;
}

int main(void)
{
    volatile double half = 0.5;
    struct device uart = {0x100, 0};
    int polls = wait_until(9);
    printf("%d %d\n", polls, ticks);
    unsigned checksum = transfer(&uart, "OK!");
    printf("%u %x %c\n", checksum, uart.status, uart.data);
    volatile const int fixed = 3;
    volatile char bytes[4] = "abc";
    bytes[fixed - 1] ^= 0x20;
    for (int i = 0; bytes[i]; i++)
        putchar(bytes[i]);
    printf(" %.2f\n", half * fixed);
    return 0;
}
