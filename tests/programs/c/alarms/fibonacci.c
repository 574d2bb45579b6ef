// One behind the table is allowed.
// time: 20s
// sanitizer: address
// fails-with: values 10
#include <stdio.h>

static long fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int __VERIFIER_nondet_int(void);

int main(void)
{
    long table[10];
    int wanted = __VERIFIER_nondet_int();
    for (int i = 0; i < 10; i++)
        table[i] = fibonacci(i);
    if (wanted < 0 || wanted > 10)
        return 1;
    return (int)table[wanted]; // expect: refuted bounds
}
