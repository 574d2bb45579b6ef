// arguments: --depth 3
#include <stdio.h>

int main(void)
{
    int lines = 0;
    for (int c = getchar(); c != EOF; c = getchar())
        if (c == '\n')
            lines++;
    return lines > 100;
}
