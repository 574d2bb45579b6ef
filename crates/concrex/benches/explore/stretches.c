/* Long computations on known values, beside an input that none of them uses. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifndef INPUT
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#endif

unsigned array(void)
{
    static unsigned table[256];
    unsigned sum = 0;
    for (unsigned i = 0; i < 4000000; i++) {
        table[i & 255] += i;
        sum += table[(i * 7) & 255];
    }
    return sum;
}

static unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

unsigned calls(void)
{
    return fibonacci(29);
}

struct node {
    unsigned value;
    struct node *next;
};

unsigned list(void)
{
    struct node *first = NULL;
    for (unsigned i = 0; i < 1000; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = i;
        node->next = first;
        first = node;
    }
    unsigned sum = 0;
    for (unsigned round = 0; round < 3000; round++)
        for (struct node *node = first; node; node = node->next)
            sum += node->value ^ round;
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return sum;
}

unsigned text(void)
{
    char line[64] = "a line of text that is turned around", turned[64];
    unsigned sum = 0;
    for (unsigned round = 0; round < 20000; round++) {
        size_t length = strlen(line);
        for (size_t i = 0; i < length; i++)
            turned[i] = line[length - 1 - i];
        turned[length] = '\0';
        strcpy(line, turned);
        sum += (unsigned char)line[round % length];
    }
    return sum;
}

int main(void)
{
    unsigned input = INPUT;
    unsigned sum = PART();
    if (input == 77)
        assert(sum != 1);
    return 0;
}
