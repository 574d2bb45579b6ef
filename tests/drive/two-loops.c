// The second loop goes as far as the first has counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char text[SIZE];
    int c, n = 0, i = 0;
    while ((c = getchar()) == 'x') n++;
    if (c != '\n') return 1;
    while ((c = getchar()) != EOF && i < n) text[i++] = (char)c;
    return i;
}
