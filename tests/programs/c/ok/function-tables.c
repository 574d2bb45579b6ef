// expect: proved
// Tables of functions, functions that return functions, and callbacks with state.
// stdout: 12 1
// stdout: 6.50 -1.50 10.00 3.0
#include <stdio.h>

typedef double operation(double, double);

static double add(double a, double b) { return a + b; }
static double subtract(double a, double b) { return a - b; }
static double multiply(double a, double b) { return a * b; }

static const struct { char symbol; operation *apply; } operations[] = {
    {'+', add}, {'-', &subtract}, {'*', *multiply},
};

static operation *lookup(char symbol)
{
    for (int i = 0; i < 3; i++)
        if (operations[i].symbol == symbol)
            return operations[i].apply;
    return NULL;
}

static int (*choose(int odd))(int)
{
    int is_odd(int);
    int is_even(int);
    return odd ? is_odd : is_even;
}

int is_odd(int n) { return n % 2 != 0; }
int is_even(int n) { return !choose(1)(n); }

static void each(const int *values, int count, void (*visit)(int, void *), void *state)
{
    for (int i = 0; i < count; i++)
        visit(values[i], state);
}

static void accumulate(int value, void *state)
{
    *(int *)state += choose(0)(value) ? value : 0;
}

int main(void)
{
    const int values[] = {1, 2, 3, 4, 5, 6};
    int sum = 0;
    each(values, 6, accumulate, &sum);
    printf("%d %d\n", sum, lookup('/') == NULL);
    for (const char *s = "+-*"; *s; s++)
        printf("%.2f ", lookup(*s)(2.5, 4));
    printf("%.1f\n", (***lookup('+'))(1, 2));
    return 0;
}
