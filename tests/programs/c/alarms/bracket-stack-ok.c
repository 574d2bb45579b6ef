// expect: proved
// time: 20s
// Brackets of a line are matched with a stack of fixed depth.
#include <stdio.h>
#define DEPTH 16

static char stack[DEPTH];
static int top;

static int push(char c)
{
    if (top >= DEPTH)
        return 0;
    stack[top++] = c;
    return 1;
}

static int pop(char c)
{
    if (top == 0)
        return 0;
    return stack[--top] == c;
}

int main(void)
{
    int c, ok = 1;
    while (ok && (c = getchar()) != EOF && c != '\n') {
        if (c == '(' || c == '[')
            ok = push((char)c);
        else if (c == ')')
            ok = pop('(');
        else if (c == ']')
            ok = pop('[');
    }
    return ok && top == 0 ? 0 : 1;
}
