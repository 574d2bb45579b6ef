/*
 * <string.h>: the functions of ISO C. Extensions are in string_gnu.c, letter case in strings.c.
 */
#include "concrex.h"

/* ---- Lengths and equality, also for the rest of the model ---- */

size_t __concrex_length(const char *text)
{
    size_t n = 0;
    while (text[n] != '\0') n++;
    return n;
}

size_t __concrex_length_within(const char *text, size_t limit)
{
    size_t n = 0;
    while (n < limit && text[n] != '\0') n++;
    return n;
}

int __concrex_equal(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i]) i++;
    return a[i] == b[i];
}

size_t strlen(const char *text) { return __concrex_length(text); }

/* ---- Copying ---- */

void *memcpy(void *to, const void *from, size_t n)
{
    REQUIRE_POINTER(to, "memcpy");
    REQUIRE_POINTER(from, "memcpy");
    COPY_DISJOINT(to, from, n, "memcpy");
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    REQUIRE_POINTER(to, "memmove");
    REQUIRE_POINTER(from, "memmove");
    __concrex_copy(to, from, n);
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    REQUIRE_POINTER(to, "memset");
    __concrex_fill(to, byte, n);
    return to;
}

char *strcpy(char *to, const char *from)
{
    size_t n = __concrex_length(from) + 1;
    COPY_DISJOINT(to, from, n, "strcpy");
    return to;
}

char *strncpy(char *to, const char *from, size_t n)
{
    REQUIRE_POINTER(to, "strncpy");
    REQUIRE_POINTER(from, "strncpy");
    size_t copied = __concrex_length_within(from, n);
    COPY_DISJOINT(to, from, copied, "strncpy");
    if (copied < n) __concrex_fill(to + copied, '\0', n - copied);
    return to;
}

char *strcat(char *to, const char *from)
{
    char *end = to + __concrex_length(to);
    size_t n = __concrex_length(from) + 1;
    COPY_DISJOINT(end, from, n, "strcat");
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    REQUIRE_POINTER(from, "strncat");
    char *end = to + __concrex_length(to);
    size_t copied = __concrex_length_within(from, n);
    COPY_DISJOINT(end, from, copied, "strncat");
    end[copied] = '\0';
    return to;
}

/* ---- Comparing ---- */

int memcmp(const void *a, const void *b, size_t n)
{
    REQUIRE_POINTER(a, "memcmp");
    REQUIRE_POINTER(b, "memcmp");
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i]) return left[i] - right[i];
    return 0;
}

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n)
{
    REQUIRE_POINTER(a, "strncmp");
    REQUIRE_POINTER(b, "strncmp");
    for (size_t i = 0; i < n; i++)
        if (a[i] == '\0' || a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

/* In the "C" locale texts collate by their bytes. */
int strcoll(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t length = __concrex_length(from);
    if (n > 0) {
        size_t copied = length < n ? length + 1 : n;
        COPY_DISJOINT(to, from, copied, "strxfrm");
    }
    return length;
}

/* ---- Searching ---- */

void *memchr(const void *memory, int wanted, size_t n)
{
    REQUIRE_POINTER(memory, "memchr");
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)wanted) return (void *)(bytes + i);
    return NULL;
}

char *strchr(const char *text, int wanted)
{
    while (*text != (char)wanted) {
        if (*text == '\0') return NULL;
        text++;
    }
    return (char *)text;
}

char *strrchr(const char *text, int wanted)
{
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)wanted) last = text;
        if (*text == '\0') return (char *)last;
    }
}

static int contains(const char *set, char c)
{
    for (; *set != '\0'; set++)
        if (*set == c) return 1;
    return 0;
}

static size_t span_inside(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] != '\0' && contains(set, text[n])) n++;
    return n;
}

static size_t span_outside(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] != '\0' && !contains(set, text[n])) n++;
    return n;
}

size_t strspn(const char *text, const char *set) { return span_inside(text, set); }

size_t strcspn(const char *text, const char *set) { return span_outside(text, set); }

char *strpbrk(const char *text, const char *set)
{
    text += span_outside(text, set);
    return *text != '\0' ? (char *)text : NULL;
}

static int starts_with(const char *text, const char *start)
{
    size_t i = 0;
    while (start[i] != '\0' && text[i] == start[i]) i++;
    return start[i] == '\0';
}

char *strstr(const char *text, const char *wanted)
{
    for (;; text++) {
        if (starts_with(text, wanted)) return (char *)text;
        if (*text == '\0') return NULL;
    }
}

/* ---- Tokens ---- */

static char *next_token(char *text, const char *separators, char **rest)
{
    if (text == NULL) text = *rest;
    text += span_inside(text, separators);
    if (*text == '\0') {
        *rest = text;
        return NULL;
    }
    char *end = text + span_outside(text, separators);
    *rest = end;
    if (*end != '\0') {
        *end = '\0';
        *rest = end + 1;
    }
    return text;
}

char *strtok_r(char *text, const char *separators, char **rest)
{
    return next_token(text, separators, rest);
}

char *__strtok_r(char *text, const char *separators, char **rest)
{
    return next_token(text, separators, rest);
}

char *strtok(char *text, const char *separators)
{
    static char *rest;
    static int is_inside KEPT("strtok");
    if (text != NULL)
        is_inside = 0;
    else
        END_IF_KEPT(is_inside, "the string that `strtok` goes on with");
    return next_token(text, separators, &rest);
}
