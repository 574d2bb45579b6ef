// A function appends some of the numbers to a global array.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int numbers[SIZE];
static int count;
static void append(int number) { numbers[count++] = number; }
int main(void)
{
    for (;;) {
        int number = __VERIFIER_nondet_int();
        if (number == 0) break;
        if (number > 1000 && number < 2000) append(number);
    }
    return 0;
}
