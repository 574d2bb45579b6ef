// expect: proved
// realloc frees the old block itself.
// stdout: 0,1,4,9,16,25
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t used = 0;
    for (int i = 0; i < 6; i++) {
        char number[16];
        int length = sprintf(number, i ? ",%d" : "%d", i * i);
        line = realloc(line, used + length + 1);
        for (int k = 0; k <= length; k++)
            line[used + k] = number[k];
        used += length;
    }
    puts(line);
    free(line);
    return 0;
}
