// expect: proved
// fgets leaves room for the terminator and splits a long line.
// stdout: [abcd][efg\n][h]
#include <stdio.h>

int main(void)
{
    FILE *file = tmpfile();
    char piece[5];
    if (!file)
        return 1;
    fputs("abcdefg\nh", file);
    rewind(file);
    while (fgets(piece, sizeof piece, file)) {
        putchar('[');
        for (char *c = piece; *c; c++)
            if (*c == '\n')
                printf("\\n");
            else
                putchar(*c);
        putchar(']');
    }
    putchar('\n');
    return fclose(file);
}
