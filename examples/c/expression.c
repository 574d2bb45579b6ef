/*
 * Evaluates arithmetic expressions with two stacks, as Dijkstra's shunting yard does.
 *
 *     concrex check examples/c/expression.c
 *
 * finds that the stack of values is one too small for the last expression.
 */
#include <ctype.h>
#include <stdio.h>

#define DEPTH 4

struct evaluator {
    long values[DEPTH];
    int value_count;
    char operators[2 * DEPTH];
    int operator_count;
};

static void push(struct evaluator *e, long value)
{
    if (e->value_count > DEPTH)
        return;
    e->values[e->value_count++] = value;
}

static long pop(struct evaluator *e)
{
    return e->value_count > 0 ? e->values[--e->value_count] : 0;
}

static int precedence(char operator)
{
    switch (operator) {
    case '+':
    case '-':
        return 1;
    case '*':
        return 2;
    default:
        return 0;
    }
}

static void apply(struct evaluator *e)
{
    char operator = e->operators[--e->operator_count];
    long right = pop(e), left = pop(e);
    switch (operator) {
    case '+':
        push(e, left + right);
        break;
    case '-':
        push(e, left - right);
        break;
    case '*':
        push(e, left * right);
        break;
    }
}

static long evaluate(const char *text)
{
    struct evaluator e = {.value_count = 0, .operator_count = 0};
    while (*text) {
        if (isdigit((unsigned char)*text)) {
            long value = 0;
            while (isdigit((unsigned char)*text))
                value = value * 10 + (*text++ - '0');
            push(&e, value);
            continue;
        }
        if (*text == '(') {
            e.operators[e.operator_count++] = *text;
        } else if (*text == ')') {
            while (e.operators[e.operator_count - 1] != '(')
                apply(&e);
            e.operator_count--;
        } else if (precedence(*text) > 0) {
            while (e.operator_count > 0 &&
                   precedence(e.operators[e.operator_count - 1]) >= precedence(*text))
                apply(&e);
            e.operators[e.operator_count++] = *text;
        }
        text++;
    }
    while (e.operator_count > 0)
        apply(&e);
    return pop(&e);
}

int main(void)
{
    static const char *const expressions[] = {
        "1 + 2 * 3",
        "(1 + 2) * 3",
        "2 * (3 + 4 * (5 - 1))",
        "1 + 2 * (3 - 4 * (5 + 6))",
    };
    for (unsigned i = 0; i < sizeof expressions / sizeof *expressions; i++)
        printf("%s = %ld\n", expressions[i], evaluate(expressions[i]));
    return 0;
}
