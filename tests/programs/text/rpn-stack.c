// A calculator with a stack: `swap` needs two numbers, and takes one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 10

static long stack[DEPTH];
static int depth;

static int word(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*end == '\0' && end != text) {
        if (depth == DEPTH) return -1;
        stack[depth++] = number % 1000;
    } else if (strcmp(text, "add") == 0) {
        if (depth < 2) return -1;
        depth--;
        stack[depth - 1] = (stack[depth - 1] + stack[depth]) % 1000;
    } else if (strcmp(text, "swap") == 0) {
        // repaired: if (depth < 2) return -1;
        if (depth < 1) return -1;
        long top = stack[depth - 1];
        stack[depth - 1] = stack[depth - 2]; // expect: refuted bounds
        stack[depth - 2] = top;
    } else if (strcmp(text, "drop") == 0) {
        if (depth < 1) return -1;
        depth--;
    } else {
        return -1;
    }
    return 0;
}

int main(void)
{
    char text[16];
    while (scanf("%15s", text) == 1) {
        if (word(text) != 0) return 1;
    }
    return depth == 1 ? 0 : 1;
}
