// Sums and products with brackets: a division looks at its right side only if that is a number.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int failed;

static int sum(int depth);

static int factor(int depth)
{
    if (*at == '(') {
        at++;
        int value = depth > 10 ? 0 : sum(depth + 1);
        if (*at == ')') at++;
        else failed = 1;
        return value;
    }
    if (!isdigit((unsigned char)*at)) {
        failed = 1;
        return 1;
    }
    int value = *at++ - '0';
    while (isdigit((unsigned char)*at)) {
        value = (value * 10 + (*at - '0')) % 10000;
        at++;
    }
    return value;
}

static int product(int depth)
{
    int value = factor(depth);
    while (!failed && (*at == '*' || *at == '/')) {
        char sign = *at++;
        int is_plain = *at >= '0' && *at <= '9';
        int right = factor(depth);
        if (failed) break;
        if (sign == '*') {
            value = (value % 1000) * (right % 1000);
        } else {
            // repaired: if (right == 0) { failed = 1; break; }
            if (is_plain && right == 0) { failed = 1; break; }
            value = value / right; // expect: refuted division
        }
    }
    return value;
}

static int sum(int depth)
{
    int value = product(depth);
    while (!failed && (*at == '+' || *at == '-')) {
        char sign = *at++;
        int right = product(depth);
        value = (sign == '+' ? value + right : value - right) % 100000;
    }
    return value;
}

int main(void)
{
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    at = line;
    int value = sum(0);
    if (failed || *at != '\n') return 1;
    printf("%d\n", value);
    return 0;
}
