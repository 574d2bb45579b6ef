// The first element is never compared.
// time: 20s
// sanitizer: assert
// fails-with: values 2 1 1 1
#include <assert.h>

int __VERIFIER_nondet_int(void);
#define SIZE 4

int main(void)
{
    int a[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int end = SIZE; end > 1; end--)
        for (int i = 1; i + 1 < end; i++)
            if (a[i] > a[i + 1]) {
                int swap = a[i];
                a[i] = a[i + 1];
                a[i + 1] = swap;
            }
    for (int i = 0; i + 1 < SIZE; i++)
        assert(a[i] <= a[i + 1]); // expect: refuted assert
    return 0;
}
