// expect: proved
// Many arguments of several types, passed in registers and in memory.
// stdout: 36 4.5 8 x
#include <stdarg.h>
#include <stdio.h>

struct pair { long a, b; };

static void show(const char *types, ...)
{
    va_list list;
    va_start(list, types);
    long integers = 0, pairs = 0;
    double reals = 0;
    int letter = 0;
    for (; *types; types++)
        switch (*types) {
        case 'i': integers += va_arg(list, int); break;
        case 'l': integers += va_arg(list, long); break;
        case 'd': reals += va_arg(list, double); break;
        case 'p': pairs += va_arg(list, struct pair).b; break;
        case 's': letter = *va_arg(list, char *); break;
        }
    va_end(list);
    printf("%ld %.1f %ld %c\n", integers, reals, pairs, letter);
}

int main(void)
{
    struct pair p = {1, 4};
    show("iiliidliipdsp", 1, 2, 3L, 4, 5, 1.5, 6L, 7, 8, p, 3.0, "xyz", p);
    return 0;
}
