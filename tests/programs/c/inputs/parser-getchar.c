// A parser of sums allows one bracket more than its stack holds.
// sanitizer: undefined
// fails-with: stdin "(((("
#include <stdio.h>

#define DEPTH 3

/* Sums of digits with brackets, such as 1+(2+(3+4)). */
static int stack[DEPTH];
static int depth;

static int parse(int length)
{
    int sum = 0;
    for (int i = 0; i < length; i++) {
        int c = getchar();
        if (c >= '0' && c <= '9') {
            sum += c - '0';
        } else if (c == '(') {
            if (depth > DEPTH)
                return -1;
            stack[depth++] = sum; // expect: refuted bounds
            sum = 0;
        } else if (c == ')') {
            if (depth == 0)
                return -1;
            sum += stack[--depth];
        } else if (c != '+') {
            break;
        }
    }
    return depth == 0 ? sum : -1;
}

int main(void)
{
    return parse(6) < 0;
}
