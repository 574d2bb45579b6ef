/*
 * <wctype.h> in the "C" locale, whose wide characters are those of ASCII. Results are glibc's: mostly
 * class masks, as in ctype.c.
 */
#include "concrex.h"

static int is_upper(wint_t c) { return c >= 'A' && c <= 'Z'; }
static int is_lower(wint_t c) { return c >= 'a' && c <= 'z'; }
static int is_alpha(wint_t c) { return is_upper(c) || is_lower(c); }
static int is_digit(wint_t c) { return c >= '0' && c <= '9'; }
static int is_alnum(wint_t c) { return is_alpha(c) || is_digit(c); }
static int is_graph(wint_t c) { return c > ' ' && c <= '~'; }

/* The masks of glibc's classes. */
enum {
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALPHANUMERIC = 0x8,
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEXADECIMAL = 0x1000,
    SPACE = 0x2000,
    PRINTABLE = 0x4000,
    GRAPHIC = 0x8000
};

static int in_class(wint_t c, unsigned long class)
{
    switch (class) {
    case BLANK: return c == ' ' || c == '\t';
    case CONTROL: return c < ' ' || c == 127;
    case PUNCTUATION: return is_graph(c) && !is_alnum(c);
    case ALPHANUMERIC: return is_alnum(c);
    case UPPER: return is_upper(c);
    case LOWER: return is_lower(c);
    case ALPHA: return is_alpha(c);
    case DIGIT: return is_digit(c);
    case HEXADECIMAL: return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case SPACE: return c == ' ' || (c >= '\t' && c <= '\r');
    case PRINTABLE: return is_graph(c) || c == ' ';
    case GRAPHIC: return is_graph(c);
    default: return 0;
    }
}

static int masked(wint_t c, int class)
{
    return in_class(c, (unsigned long)class) ? class : 0;
}

int iswblank(wint_t c) { return masked(c, BLANK); }
int iswcntrl(wint_t c) { return masked(c, CONTROL); }
int iswpunct(wint_t c) { return masked(c, PUNCTUATION); }
int iswalnum(wint_t c) { return masked(c, ALPHANUMERIC); }
int iswupper(wint_t c) { return masked(c, UPPER); }
int iswlower(wint_t c) { return masked(c, LOWER); }
int iswalpha(wint_t c) { return masked(c, ALPHA); }
int iswdigit(wint_t c) { return is_digit(c); }
int iswxdigit(wint_t c) { return masked(c, HEXADECIMAL); }
int iswspace(wint_t c) { return masked(c, SPACE); }
int iswprint(wint_t c) { return masked(c, PRINTABLE); }
int iswgraph(wint_t c) { return masked(c, GRAPHIC); }

static wint_t lower(wint_t c) { return is_upper(c) ? c + ('a' - 'A') : c; }
static wint_t upper(wint_t c) { return is_lower(c) ? c - ('a' - 'A') : c; }

wint_t towlower(wint_t c) { return lower(c); }
wint_t towupper(wint_t c) { return upper(c); }

/* ---- Classes and mappings by name ---- */

struct named_class {
    const char *name;
    unsigned long class;
};

static const struct named_class named_classes[] = {
    {"alnum", ALPHANUMERIC}, {"alpha", ALPHA},       {"blank", BLANK}, {"cntrl", CONTROL},
    {"digit", DIGIT},        {"graph", GRAPHIC},     {"lower", LOWER}, {"print", PRINTABLE},
    {"punct", PUNCTUATION},  {"space", SPACE},       {"upper", UPPER}, {"xdigit", HEXADECIMAL},
};

/* 0 for an unknown name. */
unsigned long wctype(const char *name)
{
    for (size_t i = 0; i < sizeof named_classes / sizeof named_classes[0]; i++)
        if (__concrex_equal(named_classes[i].name, name)) return named_classes[i].class;
    return 0;
}

int iswctype(wint_t c, unsigned long class) { return in_class(c, class); }

/* glibc's type of mappings is a pointer to numbers. */
static const int32_t to_lower[1], to_upper[1];

const int32_t *wctrans(const char *name)
{
    if (__concrex_equal(name, "tolower")) return to_lower;
    if (__concrex_equal(name, "toupper")) return to_upper;
    errno = EINVAL;
    return NULL;
}

wint_t towctrans(wint_t c, const int32_t *mapping)
{
    if (mapping == to_lower) return lower(c);
    if (mapping == to_upper) return upper(c);
    return c;
}
