// expect: proved
// _Bool holds zero or one, whatever is assigned to it.
// stdout: 1 1 1 0
// stdout: 1 1 0 1
// stdout: 1 1 1 1
// stdout: 0 1 1
// stdout: 2 0 0 -2 0
// stdout: 111
#include <stdbool.h>
#include <stdio.h>

struct flags { bool a : 1, b : 1; bool whole; };

static bool truth(bool value)
{
    return value;
}

int main(void)
{
    int zero = 0, *null = 0;
    bool from_int = 256, from_small = 0.25, from_pointer = &zero, from_null = null;
    printf("%d %d %d %d\n", from_int, from_small, from_pointer, from_null);
    bool counter = false;
    counter++;
    printf("%d ", counter);
    counter++;
    printf("%d ", counter);
    counter--;
    printf("%d ", counter);
    counter -= 5;
    printf("%d\n", counter);
    struct flags f = {.a = 2, .whole = 0x100};
    f.b = f.a + f.whole;
    printf("%d %d %d %zu\n", f.a, f.b, f.whole, sizeof(bool));
    printf("%d %d %d\n", truth(-0.0), truth("x" != 0), truth(1 << 8));
    bool a = true, b = true;
    printf("%d %d %d %d %d\n", a + b, a & ~b, !a, ~a, (bool)(unsigned char)256);
    bool sums[3] = {0};
    for (int i = 0; i < 7; i++)
        sums[i % 3] ^= i % 2;
    printf("%d%d%d\n", sums[0], sums[1], sums[2]);
    return 0;
}
