// expect: proved
// Recursive functions: towers, Ackermann, mutual recursion, a parser.
// stdout: a>c 15 9
// stdout: 11
#include <stdio.h>

static int moves;

static void hanoi(int discs, char from, char to, char spare)
{
    if (discs == 0)
        return;
    hanoi(discs - 1, from, spare, to);
    moves++;
    if (discs == 4)
        printf("%c>%c ", from, to);
    hanoi(discs - 1, spare, to, from);
}

static unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static const char *input;
static int expression(void);

static int factor(void)
{
    if (*input == '(') {
        input++;
        int value = expression();
        input++;
        return value;
    }
    int value = 0;
    while (*input >= '0' && *input <= '9')
        value = 10 * value + (*input++ - '0');
    return value;
}

static int term(void)
{
    int value = factor();
    while (*input == '*' || *input == '/')
        value = *input++ == '*' ? value * factor() : value / factor();
    return value;
}

static int expression(void)
{
    int value = term();
    while (*input == '+' || *input == '-')
        value = *input++ == '+' ? value + term() : value - term();
    return value;
}

int main(void)
{
    hanoi(4, 'a', 'c', 'b');
    printf("%d %u\n", moves, ackermann(2, 3));
    input = "2*(3+4)-100/(2+3)/2+(((7)))";
    printf("%d\n", expression());
    return 0;
}
