// expect: proved
// time: 20s
// open: the analysis of `scanf` takes seconds
// Insertion sort of at most sixteen numbers.
#include <stdio.h>
#define MOST 16

static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int value = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
}

int main(void)
{
    int a[MOST], n = 0;
    while (n < MOST && scanf("%d", &a[n]) == 1)
        n++;
    sort(a, n);
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    return 0;
}
