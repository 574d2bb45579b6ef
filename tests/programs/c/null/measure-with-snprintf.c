// expect: proved
// snprintf into no buffer of size zero only measures.
// stdout: 13 -42 and seven
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int needed = snprintf(NULL, 0, "%d and %s", -42, "seven");
    char *text = malloc(needed + 1);
    if (!text)
        return 1;
    snprintf(text, needed + 1, "%d and %s", -42, "seven");
    printf("%d %s\n", needed, text);
    free(text);
    return 0;
}
