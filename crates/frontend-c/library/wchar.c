/*
 * <wchar.h>: wide strings. Conversions between narrow and wide are in multibyte.c.
 */
#include "concrex.h"

static size_t length(const wchar_t *text)
{
    size_t n = 0;
    while (text[n] != 0) n++;
    return n;
}

static size_t length_within(const wchar_t *text, size_t limit)
{
    size_t n = 0;
    while (n < limit && text[n] != 0) n++;
    return n;
}

static void copy(wchar_t *to, const wchar_t *from, size_t n)
{
    __concrex_copy(to, from, n * sizeof(wchar_t));
}

/* Copies n characters between ranges that must not overlap. */
#define COPY_DISJOINT_WIDE(to, from, n, function) \
    COPY_DISJOINT(to, from, (n) * sizeof(wchar_t), function)

static int order(wchar_t a, wchar_t b) { return a == b ? 0 : a < b ? -1 : 1; }

size_t wcslen(const wchar_t *text) { return length(text); }
size_t wcsnlen(const wchar_t *text, size_t limit) { return length_within(text, limit); }

/* ---- Blocks ---- */

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    COPY_DISJOINT_WIDE(to, from, n, "wmemcpy");
    return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    COPY_DISJOINT_WIDE(to, from, n, "wmempcpy");
    return to + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    copy(to, from, n);
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return order(a[i], b[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *memory, wchar_t wanted, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memory[i] == wanted) return (wchar_t *)(memory + i);
    return NULL;
}

/* ---- Copying ---- */

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    size_t n = length(from) + 1;
    COPY_DISJOINT_WIDE(to, from, n, "wcscpy");
    return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
    size_t n = length(from);
    COPY_DISJOINT_WIDE(to, from, n + 1, "wcpcpy");
    return to + n;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t copied = length_within(from, n);
    COPY_DISJOINT_WIDE(to, from, copied, "wcsncpy");
    for (size_t i = copied; i < n; i++) to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wchar_t *end = to + length(to);
    size_t n = length(from) + 1;
    COPY_DISJOINT_WIDE(end, from, n, "wcscat");
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    wchar_t *end = to + length(to);
    size_t copied = length_within(from, n);
    COPY_DISJOINT_WIDE(end, from, copied, "wcsncat");
    end[copied] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t n = length(text) + 1;
    wchar_t *fresh = malloc(n * sizeof(wchar_t));
    if (fresh != NULL) copy(fresh, text, n);
    return fresh;
}

/* ---- Comparing ---- */

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i]) i++;
    return order(a[i], b[i]);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] == 0 || a[i] != b[i]) return order(a[i], b[i]);
    return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i]) i++;
    return order(a[i], b[i]);
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t all = length(from);
    if (n > 0) copy(to, from, all < n ? all + 1 : n);
    return all;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] != 0 && __concrex_lower(a[i]) == __concrex_lower(b[i])) i++;
    return __concrex_lower(a[i]) - __concrex_lower(b[i]);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] == 0 || __concrex_lower(a[i]) != __concrex_lower(b[i]))
            return __concrex_lower(a[i]) - __concrex_lower(b[i]);
    return 0;
}

/* ---- Searching ---- */

wchar_t *wcschr(const wchar_t *text, wchar_t wanted)
{
    while (*text != wanted) {
        if (*text == 0) return NULL;
        text++;
    }
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted)
{
    const wchar_t *last = NULL;
    for (;; text++) {
        if (*text == wanted) last = text;
        if (*text == 0) return (wchar_t *)last;
    }
}

static int contains(const wchar_t *set, wchar_t c)
{
    for (; *set != 0; set++)
        if (*set == c) return 1;
    return 0;
}

static size_t span_inside(const wchar_t *text, const wchar_t *set)
{
    size_t n = 0;
    while (text[n] != 0 && contains(set, text[n])) n++;
    return n;
}

static size_t span_outside(const wchar_t *text, const wchar_t *set)
{
    size_t n = 0;
    while (text[n] != 0 && !contains(set, text[n])) n++;
    return n;
}

size_t wcsspn(const wchar_t *text, const wchar_t *set) { return span_inside(text, set); }
size_t wcscspn(const wchar_t *text, const wchar_t *set) { return span_outside(text, set); }

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set)
{
    text += span_outside(text, set);
    return *text != 0 ? (wchar_t *)text : NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted)
{
    for (;; text++) {
        size_t i = 0;
        while (wanted[i] != 0 && text[i] == wanted[i]) i++;
        if (wanted[i] == 0) return (wchar_t *)text;
        if (*text == 0) return NULL;
    }
}

wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **rest)
{
    if (text == NULL) text = *rest;
    if (text == NULL) return NULL;
    text += span_inside(text, separators);
    if (*text == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = text + span_outside(text, separators);
    *rest = NULL;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}
