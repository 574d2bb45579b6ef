// expect: proved
// Variables whose types are completed after them.
// stdout: 7 3 5
// stdout: 8 16
#include <stdio.h>

union number total;
static struct pair pair;
extern struct pair elsewhere;

union number {
    int whole;
    double real;
};

struct pair {
    long left, right;
};

struct pair elsewhere = {2, 3};

int main(void)
{
    total.whole = 7;
    pair.right = 3;
    printf("%d %ld %ld\n", total.whole, pair.left + pair.right, elsewhere.left + elsewhere.right);
    printf("%zu %zu\n", sizeof total, sizeof pair);
    return 0;
}
