// expect: proved
// One above the minimum divides by minus one, the minimum by anything else.
#include <limits.h>

int main(void)
{
    int low = INT_MIN;
    int a = (low + 1) / -1, b = low / 1, c = low / 2 / -1, d = (low + 1) % -1;
    long wide = (long)low / -1;
    return a == INT_MAX && b == INT_MIN && c == 1073741824 && d == 0 && wide == 2147483648L ? 0 : 1;
}
