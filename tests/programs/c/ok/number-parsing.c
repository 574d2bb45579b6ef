// expect: proved
// strtol and its relatives: bases, rest of the text, range errors.
// stdout: 42 '' 0
// stdout: -17 ' apples' 0
// stdout: 31 'z' 0
// stdout: 493 '' 0
// stdout: 5 '2' 0
// stdout: 1295 '' 0
// stdout: 0 'none' 0
// stdout: 9223372036854775807 '' 1
// stdout: -9223372036854775808 '' 1
// stdout: 18446744073709551615 18446744073709551615
// stdout: 0.0625 kg 1.0
// stdout: 123 -9 0.50 0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text, int base)
{
    char *rest;
    errno = 0;
    long value = strtol(text, &rest, base);
    printf("%ld '%s' %d\n", value, rest, errno == ERANGE);
}

int main(void)
{
    show("42", 10);
    show("  -17 apples", 10);
    show("0x1fz", 0);
    show("0755", 0);
    show("1012", 2);
    show("zz", 36);
    show("none", 10);
    show("99999999999999999999", 10);
    show("-99999999999999999999", 10);
    char *rest;
    printf("%lu %llu\n", strtoul("-1", NULL, 10), strtoull("ffffffffffffffff", NULL, 16));
    double value = strtod("6.25e-2kg", &rest);
    printf("%.4f %s %.1f\n", value, rest, strtod("inf", NULL) > 1e308 ? 1.0 : 0.0);
    printf("%d %ld %.2f %d\n", atoi("123abc"), atol("-9"), atof(".5"), atoi(""));
    return 0;
}
