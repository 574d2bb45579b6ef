// Counting down below the smallest long long.
// sanitizer: undefined
#include <limits.h>

int main(void)
{
    long long floor = LLONG_MIN + 3;
    int steps = 0;
    do {
        steps += 1;
        --floor; // expect: refuted overflow
    } while (steps < 10);
    return floor < 0;
}
