/*
 * <string.h>: the POSIX, BSD and GNU extensions.
 */
#include "concrex.h"

/* ---- Duplicating ---- */

static char *duplicate(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    __concrex_copy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *strdup(const char *text) { return duplicate(text, __concrex_length(text)); }

char *__strdup(const char *text) { return duplicate(text, __concrex_length(text)); }

char *strndup(const char *text, size_t limit)
{
    return duplicate(text, __concrex_length_within(text, limit));
}

char *__strndup(const char *text, size_t limit)
{
    return duplicate(text, __concrex_length_within(text, limit));
}

/* ---- Copying ---- */

size_t strnlen(const char *text, size_t limit) { return __concrex_length_within(text, limit); }

void *mempcpy(void *to, const void *from, size_t n)
{
    REQUIRE_POINTER(to, "mempcpy");
    REQUIRE_POINTER(from, "mempcpy");
    COPY_DISJOINT(to, from, n, "mempcpy");
    return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n)
{
    REQUIRE_POINTER(to, "mempcpy");
    REQUIRE_POINTER(from, "mempcpy");
    COPY_DISJOINT(to, from, n, "mempcpy");
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int last, size_t n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)last) return out + i + 1;
    }
    return NULL;
}

static char *copy_to_end(char *to, const char *from)
{
    size_t length = __concrex_length(from);
    COPY_DISJOINT(to, from, length + 1, "stpcpy");
    return to + length;
}

char *stpcpy(char *to, const char *from) { return copy_to_end(to, from); }

char *__stpcpy(char *to, const char *from) { return copy_to_end(to, from); }

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t copied = __concrex_length_within(from, n);
    COPY_DISJOINT(to, from, copied, "stpncpy");
    if (copied < n) __concrex_fill(to + copied, '\0', n - copied);
    return to + copied;
}

size_t strlcpy(char *to, const char *from, size_t capacity)
{
    size_t length = __concrex_length(from);
    if (capacity > 0) {
        size_t copied = length < capacity ? length : capacity - 1;
        COPY_DISJOINT(to, from, copied, "strlcpy");
        to[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t capacity)
{
    size_t start = __concrex_length_within(to, capacity);
    size_t length = __concrex_length(from);
    if (start < capacity) {
        size_t room = capacity - start - 1;
        size_t copied = length < room ? length : room;
        COPY_DISJOINT(to + start, from, copied, "strlcat");
        to[start + copied] = '\0';
    }
    return start + length;
}

void explicit_bzero(void *to, size_t n) { __concrex_fill(to, 0, n); }

/* ---- Searching ---- */

void *memrchr(const void *memory, int wanted, size_t n)
{
    const unsigned char *bytes = memory;
    while (n > 0) {
        n--;
        if (bytes[n] == (unsigned char)wanted) return (void *)(bytes + n);
    }
    return NULL;
}

void *rawmemchr(const void *memory, int wanted)
{
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)wanted) bytes++;
    return (void *)bytes;
}

static int bytes_equal(const unsigned char *a, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t wanted_size)
{
    const unsigned char *bytes = memory;
    if (wanted_size == 0) return (void *)memory;
    for (size_t i = 0; i < size && wanted_size <= size - i; i++)
        if (bytes_equal(bytes + i, wanted, wanted_size)) return (void *)(bytes + i);
    return NULL;
}

char *strchrnul(const char *text, int wanted)
{
    while (*text != '\0' && *text != (char)wanted) text++;
    return (char *)text;
}

char *strsep(char **rest, const char *separators)
{
    char *token = *rest;
    if (token == NULL) return NULL;
    for (char *end = token; *end != '\0'; end++)
        for (const char *separator = separators; *separator != '\0'; separator++)
            if (*end == *separator) {
                *end = '\0';
                *rest = end + 1;
                return token;
            }
    *rest = NULL;
    return token;
}

/* ---- Ordering by versions: runs of digits compare as numbers, "00" before "0" before "1" ---- */

/* The length of the run of digits at the start of the text. */
static size_t digit_run(const char *text)
{
    size_t n = 0;
    while (__concrex_is_digit(text[n])) n++;
    return n;
}

int strverscmp(const char *a, const char *b)
{
    size_t same = 0;
    while (a[same] != '\0' && a[same] == b[same]) same++;
    int order = (unsigned char)a[same] - (unsigned char)b[same];
    if (order == 0) return 0;

    size_t start = same;
    while (start > 0 && __concrex_is_digit(a[start - 1])) start--;
    size_t zeros = start;
    while (zeros < same && a[zeros] == '0') zeros++;

    /* A run that has begun with zero is a fraction: more leading zeros come first. */
    int fraction = start < same ? a[start] == '0' : 0;
    if (fraction) {
        int left_digit = __concrex_is_digit(a[same]), right_digit = __concrex_is_digit(b[same]);
        if (zeros == same) {
            if (left_digit && !right_digit) return -1;
            if (!left_digit && right_digit) return 1;
        }
        return order;
    }
    if (start == same && (!__concrex_is_digit(a[same]) || !__concrex_is_digit(b[same])))
        return order;
    if (start == same && (a[same] == '0' || b[same] == '0')) return order;
    size_t left = digit_run(a + same), right = digit_run(b + same);
    if (left != right) return left < right ? -1 : 1;
    return order;
}

/* ---- Paths ---- */

/* GNU's: what follows the last slash. */
char *basename(const char *path)
{
    const char *base = path;
    for (; *path != '\0'; path++)
        if (*path == '/') base = path + 1;
    return (char *)base;
}

/* POSIX's, which <libgen.h> calls basename: trailing slashes are cut off in place. */
char *__xpg_basename(char *path)
{
    static char dot[] = ".";
    if (path == NULL || *path == '\0') return dot;
    size_t end = __concrex_length(path);
    if (path[end - 1] == '/') {
        while (end > 0 && path[end - 1] == '/') end--;
        if (end == 0) {
            while (path[1] == '/') path++;
            return path;
        }
        path[end] = '\0';
    }
    while (end > 0 && path[end - 1] != '/') end--;
    return path + end;
}

char *dirname(char *path)
{
    static char dot[] = ".";
    if (path == NULL || *path == '\0') return dot;
    size_t end = __concrex_length(path);
    while (end > 1 && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    if (end == 0) return dot;
    while (end > 1 && path[end - 1] == '/') end--;
    /* Exactly two leading slashes may be special, so they are kept. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') end = 2;
    path[end] = '\0';
    return path;
}
