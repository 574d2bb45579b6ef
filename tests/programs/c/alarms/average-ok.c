// expect: proved
// time: 20s
// open: the sum needs a relation between the number of elements and the sum
// The average of numbers that are read into an array first.
#include <stdio.h>
#define MOST 32

int main(void)
{
    int numbers[MOST];
    int count = 0, number;
    while (count < MOST && scanf("%d", &number) == 1)
        numbers[count++] = number;
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    if (count > 0)
        printf("%ld\n", sum / count);
    return 0;
}
