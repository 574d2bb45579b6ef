// expect: proved
// A loop whose body is entered in the middle through a switch.
// stdout: a
// stdout: abc
// stdout: abcde
// stdout: abcdefg
// stdout: abcdefghi
// stdout: 3441 2441 0
#include <stdio.h>

static void copy(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

static int steps(int start)
{
    int trace = 0;
    switch (start)
        for (; trace < 1000; trace = trace * 10 + 1) {
            case 1: trace += 1;
            case 2: trace += 2;
        }
    return trace;
}

int main(void)
{
    char text[32] = {0};
    for (int count = 1; count <= 9; count += 2) {
        copy(text, "abcdefghi", count);
        puts(text);
    }
    printf("%d %d %d\n", steps(1), steps(2), steps(3));
    return 0;
}
