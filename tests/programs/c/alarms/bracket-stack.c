// A closing bracket takes from an empty stack.
// time: 20s
// sanitizer: undefined
// fails-with: stdin ")"
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
    return stack[--top] == c; // expect: refuted bounds
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
