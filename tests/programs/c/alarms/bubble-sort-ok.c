// expect: proved
// time: 20s
// Bubble sort, and the result is in order.
#include <assert.h>

int __VERIFIER_nondet_int(void);
#define SIZE 4

int main(void)
{
    int a[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int end = SIZE; end > 1; end--)
        for (int i = 0; i + 1 < end; i++)
            if (a[i] > a[i + 1]) {
                int swap = a[i];
                a[i] = a[i + 1];
                a[i + 1] = swap;
            }
    for (int i = 0; i + 1 < SIZE; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
