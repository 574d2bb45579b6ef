// expect: proved
// The comma operator, nested conditionals and the omitted middle operand.
// stdout: 31 3 3
// stdout: negative,zero,small,medium,large
// stdout: 8 5 6
// stdout: 51 2 53
// stdout: 7 1
#include <stdio.h>

static int calls;

static int called(int value)
{
    calls++;
    return value;
}

static const char *size(int n)
{
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : "large";
}

int main(void)
{
    int a = (called(1), called(2), called(3)), b;
    for (int i = 0, j = 10; i < j; i++, j -= 2)
        b = i, a += j;
    printf("%d %d %d\n", a, b, calls);
    for (int n = -5; n < 1000; n = n < 0 ? 0 : n * 7 + 4)
        printf("%s%c", size(n), n > 100 ? '\n' : ',');
    int x = called(0) ?: called(8), y = called(5) ?: called(9);
    printf("%d %d %d\n", x, y, calls);
    int left = 1, right = 2;
    *(x > y ? &left : &right) = 50;
    int sum = (left++, left + right);
    printf("%d %d %d\n", left, right, sum);
    int order = 0;
    int value = (order = 1) && (order += 2, 0) || (order += 4) ? order : -1;
    printf("%d %d\n", value, sizeof(calls++, 'c') == sizeof(int));
    return 0;
}
