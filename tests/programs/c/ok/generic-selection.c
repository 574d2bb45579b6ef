// expect: proved
// _Generic selects by the type of an expression that is not evaluated.
// stdout: char
// stdout: int
// stdout: int
// stdout: long
// stdout: float
// stdout: int
// stdout: numbers
// stdout: constant text
// stdout: text
// stdout: unsigned char
// stdout: unsigned long
// stdout: other
// stdout: int
// stdout: 0 49 2.25
#include <stdio.h>

#define NAME(x) _Generic((x), \
    char: "char", signed char: "signed char", unsigned char: "unsigned char", \
    short: "short", int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "unsigned long", float: "float", double: "double", \
    char *: "text", const char *: "constant text", int *: "numbers", default: "other")

static int square_int(int x) { return x * x; }
static double square_real(double x) { return x * x; }

#define SQUARE(x) _Generic((x), double: square_real, float: square_real, default: square_int)(x)

int main(void)
{
    char c = 'c';
    short s = 1;
    const int constant = 2;
    int array[3] = {0}, calls = 0;
    const char *text = "t";
    puts(NAME(c));
    puts(NAME('c'));
    puts(NAME(s + s));
    puts(NAME(1u + 1L));
    puts(NAME(1.0f * 2));
    puts(NAME(constant));
    puts(NAME(array));
    puts(NAME(text));
    puts(NAME("literal"));
    puts(NAME((unsigned char)1));
    puts(NAME(sizeof c));
    puts(NAME(&array));
    puts(NAME(calls++));
    printf("%d %d %.2f\n", calls, SQUARE(7), SQUARE(1.5f));
    return 0;
}
