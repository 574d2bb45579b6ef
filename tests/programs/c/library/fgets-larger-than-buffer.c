// Reading back a line with a limit larger than the buffer.
// sanitizer: address
#include <stdio.h>

int main(void)
{
    FILE *file = tmpfile();
    char line[8];
    int lines = 0;
    if (!file)
        return 1;
    fputs("short\nquite a long line\n", file);
    rewind(file);
    while (fgets(line, 80, file)) // expect: refuted bounds
        lines++;
    fclose(file);
    return lines;
}
