// expect: proved
// A literal format is read when the program is; it means the same as one that is only known when it runs.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define PRINTED(format, ...) \
    do { \
        char literal[96], general[96]; \
        const char *other = format; \
        int length = snprintf(literal, sizeof literal, format, __VA_ARGS__); \
        assert(length == snprintf(general, sizeof general, other, __VA_ARGS__)); \
        assert(strcmp(literal, general) == 0); \
    } while (0)

#define SCANNED(text, format, ...) \
    do { \
        const char *other = format; \
        char word[8] = "", set[8] = ""; \
        int number = 0, more = 0; \
        int count = sscanf(text, format, __VA_ARGS__); \
        char first[8], second[8]; \
        memcpy(first, word, 8); \
        memcpy(second, set, 8); \
        int values[2] = {number, more}; \
        number = more = 0; \
        memset(word, 0, 8); \
        memset(set, 0, 8); \
        assert(count == sscanf(text, other, __VA_ARGS__)); \
        assert(values[0] == number && values[1] == more); \
        assert(memcmp(first, word, 8) == 0 && memcmp(second, set, 8) == 0); \
    } while (0)

int main(void)
{
    PRINTED("%d%% [%5d] [%-5d] [%05d] %+d % d", 3, 42, 42, 42, 7, 7);
    PRINTED("%x %#X %o %#o %u %hhd %hd %ld %lld %zu", 255, 255, 8, 8, 5u, 300, 70000, 1L, 2LL, sizeof(int));
    PRINTED("%s|%.2s|%10s|%-10s|%c|%*d|%-*d|%.*f", "abc", "abcdef", "right", "left", 'z', 6, 12, -4, 5, 2, 3.14159);
    PRINTED("%e %g %a %Lf %.0f %#.0f", 1.5, 0.1, 1.0, 2.5L, 2.5, 2.5);
    PRINTED("no conversions%s", "");
    char cut[4];
    assert(snprintf(cut, sizeof cut, "%d-%s", 12, "xy") == 5 && strcmp(cut, "12-") == 0);
    assert(snprintf(NULL, 0, "plain") == 5);
    assert(sprintf(cut, "%c", 'x') == 1 && cut[1] == '\0');

    SCANNED("12 word -7", "%d %7s%d", &number, word, &more);
    SCANNED("abcdefghij", "%3s%2[c-e]%n", word, set, &number);
    SCANNED("ab]c,99", "%[]ab]%*c,%d", set, &number);
    SCANNED("5% 6", "%d%% %d", &number, &more);
    SCANNED("0x1f 017", "%i %i", &number, &more);
    SCANNED("", "%d", &number);
    SCANNED("x", "%d%d", &number, &more);
    SCANNED("7 x", "%d %d", &number, &more);
    SCANNED("7", "%2$d %1$d", &number, &more);
    return 0;
}
