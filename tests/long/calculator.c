// A calculator in reverse notation with a stack of SIZE numbers. Numbers look at its end; the command that doubles the
// topmost number does not.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stack[SIZE];
static int depth;

static void push(int n)
{
    if (depth == SIZE) {
        puts("stack full");
        return;
    }
    stack[depth++] = n;
}

static int pop(void)
{
    if (depth == 0) {
        puts("stack empty");
        return 0;
    }
    return stack[--depth];
}

static void word(const char *text)
{
    int a, b;

    if (isdigit((unsigned char)text[0])) {
        push(atoi(text) % 1000);
    } else if (strcmp(text, "+") == 0) {
        b = pop();
        a = pop();
        push((a + b) % 1000);
    } else if (strcmp(text, "-") == 0) {
        b = pop();
        a = pop();
        push((a - b) % 1000);
    } else if (strcmp(text, "dup") == 0) {
        if (depth == 0) {
            puts("nothing to double");
            return;
        }
        // repaired: push(stack[depth - 1]);
        stack[depth] = stack[depth - 1]; depth++;
    } else if (strcmp(text, "drop") == 0) {
        pop();
    } else if (strcmp(text, "swap") == 0) {
        b = pop();
        a = pop();
        push(b);
        push(a);
    } else if (strcmp(text, "print") == 0) {
        if (depth > 0)
            printf("%d\n", stack[depth - 1]);
    } else {
        printf("what is %s?\n", text);
    }
}

int main(void)
{
    char text[16];

    while (scanf("%15s", text) == 1) {
        if (strcmp(text, "bye") == 0)
            break;
        word(text);
    }
    return 0;
}
