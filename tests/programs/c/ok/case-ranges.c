// expect: proved
// Case ranges, fall-through, a default in the middle and nested switches.
// stdout: Uhhe_??_d?e
// stdout: 1001 1110 1100 1000 -3 0
// stdout: wide
// stdout: signed
#include <stdio.h>

static char class_of(int c)
{
    switch (c) {
    case '0' ... '9': return 'd';
    default: return '?';
    case 'a' ... 'f':
        if (c == 'e')
            break;
        return 'h';
    case ' ': case '\t': return '_';
    case 'A' ... 'Z': return 'U';
    }
    return 'e';
}

static int weigh(int outer, int inner)
{
    int weight = 0;
    switch (outer) {
    case 1:
        switch (inner) {
        case 0 ... 4: weight += 1; break;
        case 5: weight += 10;
        default: weight += 100;
        }
    case 2: weight += 1000; break;
    case -5 ... -1: weight = outer; break;
    }
    return weight;
}

int main(void)
{
    for (const char *text = "Fade to 9%e"; *text; text++)
        putchar(class_of(*text));
    putchar('\n');
    printf("%d %d %d %d %d %d\n", weigh(1, 3), weigh(1, 5), weigh(1, 6), weigh(2, 5), weigh(-3, 0),
           weigh(7, 7));
    unsigned long long key = 0x1ffffffffULL;
    switch (key) {
    case 0xffffffff: puts("narrow"); break;
    case 0x1ffffffff: puts("wide");
    }
    switch ((signed char)0x80) {
    case 128: puts("unsigned"); break;
    case -128: puts("signed");
    }
    return 0;
}
