// expect: proved
// An array of addresses is copied, as many as an input says: they are what they were.
#include <string.h>

int __VERIFIER_nondet_int(void);

static int sum(int **from, int count)
{
    int first = 1, second = 2;
    int *to[3] = {&first, &second, &first};
    memcpy(to, from, sizeof *to * (size_t)count);
    return *to[0] + *to[1] + *to[2];
}

int main(void)
{
    int a = 3, b = 4;
    int *numbers[3] = {&a, &b, &a};
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 0;
    return sum(numbers, count) > 12;
}
