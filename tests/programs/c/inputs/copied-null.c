// One of the addresses that are copied is none.
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 3, b = 4;
    int *numbers[3] = {&a, NULL, &b};
    int *to[3] = {&a, &a, &a};
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 0;
    memcpy(to, numbers, sizeof *to * (size_t)count);
    return *to[1]; // expect: refuted null
}
