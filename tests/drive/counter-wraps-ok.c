// A counter of a byte comes around after 256 commands among others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned used = 0;
    int total = 0, c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'a': if (total < 1000) { used++; total++; } break;
        case 'd': if (total > 0) { used--; total--; } break;
        case 'p': if (total > 0 && 100 / used > 50) putchar('!'); break;
        case 'q': return 0;
        }
    }
    return 0;
}
