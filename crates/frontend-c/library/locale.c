/*
 * <locale.h>: there is one locale, "C", and the environment chooses it.
 */
#include "concrex.h"

#define LAST_CATEGORY 12
#define CHAR_MAX __SCHAR_MAX__

static int is_plain(const char *name)
{
    return __concrex_equal(name, "C") || __concrex_equal(name, "POSIX");
}

char *setlocale(int category, const char *name)
{
    static char c[] = "C";
    static int is_set KEPT("setlocale");
    if (category < 0 || category > LAST_CATEGORY) return NULL;
    if (name == NULL) END_IF_KEPT(is_set, "the locale");
    is_set = 0;
    if (name == NULL) return c;
    int is_c = name[0] == '\0' ? !__concrex_environment_sets_locale() : is_plain(name);
    if (!is_c) __concrex_unsupported("locales other than C, which the machine may have or not");
    return c;
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
    char *positive_sign, *negative_sign;
    char numbers[14]; /* of digits and positions; none is known */
};

struct lconv *localeconv(void)
{
    static char point[] = ".", nothing[] = "";
    static struct lconv result;
    struct lconv c = {point,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      nothing,
                      {0}};
    __concrex_fill(c.numbers, CHAR_MAX, sizeof c.numbers);
    result = c;
    return &result;
}
