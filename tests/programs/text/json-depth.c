// Brackets inside each other: the depth is looked at after something was put there.
#include <stdio.h>

#define DEPTH 8

static char open[DEPTH];

int main(void)
{
    int depth = 0;
    int byte;
    int count = 0;
    while ((byte = getchar()) != EOF && count++ < 200) {
        if (byte == '{' || byte == '[') {
            // repaired: if (depth >= DEPTH) return 2;
            if (depth > DEPTH) return 2;
            open[depth++] = (char)byte; // expect: refuted bounds
        } else if (byte == '}' || byte == ']') {
            if (depth == 0) return 1;
            char expected = byte == '}' ? '{' : '[';
            if (open[--depth] != expected) return 1;
        }
    }
    return depth == 0 ? 0 : 1;
}
