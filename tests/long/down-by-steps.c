// A stack that grows down by three with every push, and up by three with every pop.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>

static int stack[3 * SIZE + 1];

int main(void)
{
    int top = 3 * SIZE, c;
    long sum = 0;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case '(':
            // repaired: if (top < 3) return 1;
            if (top < -3) return 1;
            top -= 3;
            stack[top] = c;
            stack[top + 1] = (int)(sum & 0xff);
            stack[top + 2] = 0;
            break;
        case ')':
            if (top >= 3 * SIZE)
                return 2;
            sum += stack[top + 1];
            top += 3;
            break;
        case '\n':
            break;
        default:
            sum++;
        }
    }
    return top != 3 * SIZE;
}
