// expect: proved
// Thirty factorial in decimal digits, on the heap.
// stdout: 265252859812191058636308480000000 33
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number { unsigned char *digits; size_t length, capacity; };

static void push(struct number *n, unsigned digit)
{
    if (n->length == n->capacity) {
        n->capacity = n->capacity ? 2 * n->capacity : 4;
        n->digits = realloc(n->digits, n->capacity);
        if (!n->digits)
            exit(1);
    }
    n->digits[n->length++] = (unsigned char)digit;
}

static void multiply(struct number *n, unsigned factor)
{
    unsigned carry = 0;
    for (size_t i = 0; i < n->length; i++) {
        carry += n->digits[i] * factor;
        n->digits[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    for (; carry; carry /= 10)
        push(n, carry % 10);
}

int main(void)
{
    struct number n = {0};
    push(&n, 1);
    for (unsigned factor = 2; factor <= 30; factor++)
        multiply(&n, factor);
    for (size_t i = n.length; i-- > 0;)
        putchar('0' + n.digits[i]);
    printf(" %zu\n", n.length);
    free(n.digits);
    return 0;
}
