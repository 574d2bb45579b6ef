// expect: proved
// Concatenation, escapes, embedded zeros and universal character names.
// stdout: concrete 4.2 13 12
// stdout: 07 08 0c 0a 0d 09 0b 5c 27 22 3f
// stdout: 00 07 53 34 41 7f 66 ff
// stdout: c3 a9 e2 82 ac f0 9f 98 80 00
// stdout: 13 6 after
// stdout: exact t
// stdout: one
// stdout: two
// stdout: back\slash 100% "quoted" ??/
#include <stdio.h>
#include <string.h>

#define VERSION "4" "." "2"

static const char banner[] = "con"
                             "crete " VERSION;
static const char exact[5] = "exact";

static void dump(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x%c", (unsigned char)bytes[i], i + 1 == size ? '\n' : ' ');
}

int main(void)
{
    printf("%s %zu %zu\n", banner, sizeof banner, strlen(banner));
    dump("\a\b\f\n\r\t\v\\\'\"\?", 11);
    dump("\0\7\1234\x41\x7f" "f\377", 8);
    dump("\u00e9\u20ac\U0001F600", sizeof "\u00e9\u20ac\U0001F600");
    char hidden[] = "before\0after";
    printf("%zu %zu %s\n", sizeof hidden, strlen(hidden), hidden + strlen(hidden) + 1);
    printf("%.*s %c\n", (int)sizeof exact, exact, exact[4]);
    const char *lines = "one\n\
two";
    puts(lines);
    puts("back\\slash " "100%" " \"quoted\" ??" "/");
    return "x"[1] == 0 && sizeof "" == 1 && *"first" == 'f' ? 0 : 1;
}
