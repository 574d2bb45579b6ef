// expect: proved
// Wide and UTF literals and their element types.
// stdout: 6 4 239
// stdout: 937 1 4
// stdout: 8 d83d de00 12 1f600
// stdout: 4 294 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <uchar.h>

static size_t length(const wchar_t *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

static unsigned long sum16(const char16_t *text)
{
    unsigned long sum = 0;
    for (; *text; text++)
        sum += *text;
    return sum;
}

int main(void)
{
    const wchar_t *word = L"na\u00efve" L"!";
    wchar_t letters[] = L"xyz";
    letters[1] = L'\u03a9';
    printf("%zu %zu %ld\n", length(word), sizeof letters / sizeof letters[0], (long)word[2]);
    printf("%ld %d %d\n", (long)letters[1], L'A' == 'A', (int)sizeof L'x');
    char16_t utf16[] = u"\U0001F600a";
    char32_t utf32[] = U"\U0001F600a";
    printf("%zu %x %x %zu %x\n", sizeof utf16, utf16[0], utf16[1], sizeof utf32, (unsigned)utf32[0]);
    printf("%zu %lu %d\n", sizeof u8"\u20ac", sum16(u"abc"), u'\u20ac' == 0x20ac);
    return 0;
}
