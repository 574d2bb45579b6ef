// One number more is summed up than was read.
// time: 20s
// sanitizer: none -- gcc does not look for it
// fails-with: stdin ""
#include <stdio.h>
#define MOST 32

int main(void)
{
    int numbers[MOST];
    int count = 0, number;
    while (count < MOST && scanf("%d", &number) == 1)
        numbers[count++] = number;
    long sum = 0;
    for (int i = 0; i <= count && i < MOST; i++)
        sum += numbers[i]; // expect: refuted uninit
    if (count > 0)
        printf("%ld\n", sum / count);
    return 0;
}
