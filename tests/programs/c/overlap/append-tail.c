// expect: proved
// snprintf continues at the end of the text; its arguments lie elsewhere.
// stdout: 1-2-3-4
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[32] = "1", piece[8];
    for (int i = 2; i <= 4; i++) {
        snprintf(piece, sizeof piece, "-%d", i);
        strcat(line + strlen(line), piece);
    }
    puts(line);
    return 0;
}
