/*
 * <strings.h>: BSD's names for byte operations, comparisons that ignore letter case, and bit
 * searches. Letters are those of the "C" locale.
 */
#include "concrex.h"

/* ---- Bytes ---- */

void bzero(void *to, size_t n)
{
    REQUIRE_POINTER(to, "bzero");
    __concrex_fill(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    REQUIRE_POINTER(from, "bcopy");
    REQUIRE_POINTER(to, "bcopy");
    __concrex_copy(to, from, n);
}

int bcmp(const void *a, const void *b, size_t n)
{
    REQUIRE_POINTER(a, "bcmp");
    REQUIRE_POINTER(b, "bcmp");
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i]) return left[i] - right[i];
    return 0;
}

char *index(const char *text, int wanted)
{
    while (*text != (char)wanted) {
        if (*text == '\0') return NULL;
        text++;
    }
    return (char *)text;
}

char *rindex(const char *text, int wanted)
{
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)wanted) last = text;
        if (*text == '\0') return (char *)last;
    }
}

/* ---- Letter case ---- */

static int lower_at(const char *text, size_t i)
{
    return __concrex_lower((unsigned char)text[i]);
}

int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && lower_at(a, i) == lower_at(b, i)) i++;
    return lower_at(a, i) - lower_at(b, i);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    REQUIRE_POINTER(a, "strncasecmp");
    REQUIRE_POINTER(b, "strncasecmp");
    for (size_t i = 0; i < n; i++)
        if (a[i] == '\0' || lower_at(a, i) != lower_at(b, i))
            return lower_at(a, i) - lower_at(b, i);
    return 0;
}

static int starts_with_ignoring_case(const char *text, const char *start)
{
    size_t i = 0;
    while (start[i] != '\0' && lower_at(text, i) == lower_at(start, i)) i++;
    return start[i] == '\0';
}

char *strcasestr(const char *text, const char *wanted)
{
    for (;; text++) {
        if (starts_with_ignoring_case(text, wanted)) return (char *)text;
        if (*text == '\0') return NULL;
    }
}

/* ---- The position of the lowest bit that is set, counted from 1; 0 if there is none ---- */

static int lowest_bit(unsigned long long value)
{
    if (value == 0) return 0;
    int position = 1;
    for (; (value & 1) == 0; value >>= 1) position++;
    return position;
}

int ffs(int value) { return lowest_bit((unsigned int)value); }

int ffsl(long value) { return lowest_bit((unsigned long)value); }

int ffsll(long long value) { return lowest_bit((unsigned long long)value); }
