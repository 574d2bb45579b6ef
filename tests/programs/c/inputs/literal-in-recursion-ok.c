// expect: proved
// Calls of a recursion each make an object of one place: those that have ended are not those of calls that go on.
#include <stdio.h>

static int sum(const int *parts) { return (parts[0] & 7) + (parts[1] & 7); }

static int list(int *next);

static int item(int *next)
{
    int result = 1;
    if (*next == '(') {
        *next = getchar();
        result = list(next);
    }
    *next = getchar();
    return result;
}

static int list(int *next)
{
    int result = item(next);
    while (*next == ',') {
        *next = getchar();
        result = sum((int[]){result, item(next)});
    }
    return result;
}

int main(void)
{
    int next = getchar();
    return list(&next) > 14;
}
