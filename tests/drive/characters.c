// A line is read into a buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static char buffer[SIZE];
    int c, i = 0;
    while ((c = getchar()) != '\n' && c != EOF) {
        buffer[i++] = (char)c;
    }
    return i;
}
