// expect: proved
// An array initialised from a literal is a copy of its own.
// stdout: jello hello
#include <stdio.h>

int main(void)
{
    char greeting[] = "hello";
    char table[2][6] = {"abc", "def"};
    const char *literal = "hello";
    greeting[0] = 'j';
    table[1][0] = *(char[]){"x"};
    printf("%s %s\n", greeting, literal);
    return table[1][0] == 'x' ? 0 : 1;
}
