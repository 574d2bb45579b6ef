// expect: proved
// GNU statement expressions and typeof: each argument is evaluated once.
// stdout: 5 5
// stdout: -2.5 1.5 ba
// stdout: 7 14 8
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { __typeof__(a) kept = (a); (a) = (b); (b) = kept; } while (0)

static int calls;

static int next(void)
{
    return ++calls;
}

int main(void)
{
    int largest = 0;
    for (int i = 0; i < 5; i++)
        largest = MAX(largest, next() * (i % 2 ? -1 : 1));
    printf("%d %d\n", largest, calls);
    double x = 1.5, y = -2.5;
    SWAP(x, y);
    const char *a = "a", *b = "b";
    SWAP(a, b);
    printf("%.1f %.1f %s%s\n", x, y, a, b);
    int length = ({
        int n = 0;
        for (const char *c = "count me"; *c; c++) {
            if (*c == ' ')
                continue;
            n++;
        }
        n;
    });
    __typeof__(length) doubled = 2 * length;
    __typeof__(int[3]) triple = {1, 2, doubled};
    typeof(&triple[0]) last = triple + 2;
    printf("%d %d %d\n", length, *last, (calls = 7, ({ calls + 1; })));
    return 0;
}
