/*
 * <stdlib.h> and <wchar.h>: conversions between narrow and wide characters in the "C" locale, where
 * both are ASCII, one byte each, and there is never a state.
 */
#include "concrex.h"

#define INVALID ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

typedef struct {
    int count;
    unsigned int value;
} mbstate_t;

static int is_ascii(unsigned int c) { return c < 128; }

static size_t fail(void)
{
    errno = EILSEQ;
    return INVALID;
}

wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return is_ascii(c) ? (int)c : EOF; }

/* ---- One character ---- */

static size_t to_wide(wchar_t *to, const char *from, size_t n)
{
    if (n == 0) return INCOMPLETE;
    unsigned char byte = (unsigned char)*from;
    if (!is_ascii(byte)) return fail();
    if (to != NULL) *to = byte;
    return byte != 0;
}

static size_t to_narrow(char *to, wchar_t c)
{
    if (!is_ascii((unsigned int)c)) return fail();
    *to = (char)c;
    return 1;
}

/* There is no state in this locale, but there was one where the locale was another. */
static void require_initial(const mbstate_t *state)
{
    if (state != NULL && (state->count != 0 || state->value != 0))
        __concrex_unsupported("a multibyte character of which a part was read before");
}

size_t mbrtowc(wchar_t *to, const char *from, size_t n, mbstate_t *state)
{
    require_initial(state);
    return from == NULL ? 0 : to_wide(to, from, n);
}

size_t mbrlen(const char *from, size_t n, mbstate_t *state)
{
    require_initial(state);
    return from == NULL ? 0 : to_wide(NULL, from, n);
}

size_t wcrtomb(char *to, wchar_t c, mbstate_t *state)
{
    require_initial(state);
    return to == NULL ? 1 : to_narrow(to, c);
}

int mbsinit(const mbstate_t *state)
{
    return state == NULL || state->count == 0;
}

int mbtowc(wchar_t *to, const char *from, size_t n)
{
    if (from == NULL) return 0;
    /* glibc looks at the first byte even if it may look at none. */
    size_t result = to_wide(to, from, n == 0 && *from == '\0' ? 1 : n);
    return result == INCOMPLETE ? -1 : (int)result;
}

int mblen(const char *from, size_t n)
{
    if (from == NULL) return 0;
    size_t result = to_wide(NULL, from, n == 0 && *from == '\0' ? 1 : n);
    return result == INCOMPLETE ? -1 : (int)result;
}

int wctomb(char *to, wchar_t c) { return to == NULL ? 0 : (int)to_narrow(to, c); }

/* ---- Strings: at most n characters; without a destination they are only counted ---- */

static size_t all_to_wide(wchar_t *to, const char **from, size_t n)
{
    size_t count = 0;
    for (; to == NULL || count < n; count++) {
        unsigned char byte = (unsigned char)(*from)[count];
        if (!is_ascii(byte)) {
            if (to != NULL) *from += count;
            return fail();
        }
        if (to != NULL) to[count] = byte;
        if (byte == 0) {
            if (to != NULL) *from = NULL;
            return count;
        }
    }
    *from += count;
    return count;
}

static size_t all_to_narrow(char *to, const wchar_t **from, size_t n)
{
    size_t count = 0;
    for (; to == NULL || count < n; count++) {
        wchar_t c = (*from)[count];
        if (!is_ascii((unsigned int)c)) {
            if (to != NULL) *from += count;
            return fail();
        }
        if (to != NULL) to[count] = (char)c;
        if (c == 0) {
            if (to != NULL) *from = NULL;
            return count;
        }
    }
    *from += count;
    return count;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n) { return all_to_wide(to, &from, n); }
size_t wcstombs(char *to, const wchar_t *from, size_t n) { return all_to_narrow(to, &from, n); }

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state)
{
    require_initial(state);
    return all_to_wide(to, from, n);
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state)
{
    require_initial(state);
    return all_to_narrow(to, from, n);
}

/* ---- Numbers in wide strings are read from a narrow copy ---- */

/* Characters that are in no number end the copy; it is long enough for what precedes them. */
static char *narrow_copy(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] > 0 && text[length] < 128) length++;
    char *copy = __concrex_alloc_internal(length + 1);
    for (size_t i = 0; i < length; i++) copy[i] = (char)text[i];
    copy[length] = '\0';
    return copy;
}

#define DEFINE_WIDE(type, name, parse) \
    type name \
    { \
        char *copy = narrow_copy(text), *stop = copy; \
        type result = parse; \
        if (end != NULL) *end = (wchar_t *)text + (stop - copy); \
        __concrex_free_internal(copy); \
        return result; \
    }

DEFINE_WIDE(long, wcstol(const wchar_t *text, wchar_t **end, int base),
            __concrex_parse_long(copy, &stop, base, PREFIXES_C99))
DEFINE_WIDE(unsigned long, wcstoul(const wchar_t *text, wchar_t **end, int base),
            __concrex_parse_unsigned_long(copy, &stop, base, PREFIXES_C99))
DEFINE_WIDE(long long, wcstoll(const wchar_t *text, wchar_t **end, int base),
            __concrex_parse_long_long(copy, &stop, base, PREFIXES_C99))
DEFINE_WIDE(unsigned long long, wcstoull(const wchar_t *text, wchar_t **end, int base),
            __concrex_parse_unsigned_long_long(copy, &stop, base, PREFIXES_C99))
DEFINE_WIDE(float, wcstof(const wchar_t *text, wchar_t **end), __concrex_parse_float(copy, &stop))
DEFINE_WIDE(double, wcstod(const wchar_t *text, wchar_t **end),
            __concrex_parse_double(copy, &stop))
DEFINE_WIDE(long double, wcstold(const wchar_t *text, wchar_t **end),
            __concrex_parse_long_double(copy, &stop))
