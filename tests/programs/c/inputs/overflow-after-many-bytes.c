// A buffer that is full after many bytes.
#include <stdio.h>
#define SIZE 20000

static char line[SIZE];

int main(void)
{
    int used = 0, c;
    while ((c = getchar()) != EOF)
        line[used++] = (char)c; // expect: refuted bounds
    return 0;
}
