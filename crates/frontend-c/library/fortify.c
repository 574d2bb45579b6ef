/*
 * The fortified functions that glibc's headers call under _FORTIFY_SOURCE: the size of the
 * destination, as far as the compiler knows it, is an extra argument. Those of the printf family
 * are in printf_family.c.
 */
#include "concrex.h"

#define REQUIRE_ROOM(n, size, function) \
    __concrex_check((n) <= (size), "bounds", function " writes past the end of its destination")

void *memcpy(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strcpy(char *, const char *);
char *stpcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *stpncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
char *fgets(char *, int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
char *gets(char *);
ssize_t read(int, void *, size_t);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "memcpy");
    return memcpy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "mempcpy");
    return mempcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "memmove");
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "memset");
    return memset(to, byte, n);
}

char *__strcpy_chk(char *to, const char *from, size_t size)
{
    REQUIRE_ROOM(__concrex_length(from) + 1, size, "strcpy");
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t size)
{
    REQUIRE_ROOM(__concrex_length(from) + 1, size, "stpcpy");
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "strncpy");
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "stpncpy");
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t size)
{
    REQUIRE_ROOM(__concrex_length(to) + __concrex_length(from) + 1, size, "strcat");
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size)
{
    REQUIRE_ROOM(__concrex_length(to) + __concrex_length_within(from, n) + 1, size, "strncat");
    return strncat(to, from, n);
}

char *__fgets_chk(char *text, size_t size, int n, FILE *stream)
{
    REQUIRE_ROOM(n < 0 ? 0 : (size_t)n, size, "fgets");
    return fgets(text, n, stream);
}

char *__fgets_unlocked_chk(char *text, size_t size, int n, FILE *stream)
{
    REQUIRE_ROOM(n < 0 ? 0 : (size_t)n, size, "fgets_unlocked");
    return fgets(text, n, stream);
}

size_t __fread_chk(void *data, size_t size, size_t element, size_t count, FILE *stream)
{
    REQUIRE_ROOM(element * count, size, "fread");
    return fread(data, element, count, stream);
}

char *__gets_chk(char *text, size_t size)
{
    (void)size;
    return gets(text);
}

ssize_t __read_chk(int descriptor, void *data, size_t n, size_t size)
{
    REQUIRE_ROOM(n, size, "read");
    return read(descriptor, data, n);
}
