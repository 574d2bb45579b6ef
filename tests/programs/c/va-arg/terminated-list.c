// expect: proved
// The sentinel ends the walk, after it no argument is read.
// exit: 4
#include <stdarg.h>

static int longest_run(int first, ...)
{
    va_list list;
    va_start(list, first);
    int best = 0, run = 0, previous = first;
    for (int value = first; value >= 0; value = va_arg(list, int)) {
        run = value == previous ? run + 1 : 1;
        best = run > best ? run : best;
        previous = value;
    }
    va_end(list);
    return best;
}

int main(void)
{
    return longest_run(-1) + longest_run(1, 1, 2, 2, 2, 2, 1, -1);
}
