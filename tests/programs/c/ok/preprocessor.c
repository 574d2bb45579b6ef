// expect: proved
// Macros: stringising, pasting, variable arguments, X-macros, conditionals.
// stdout: 1: red ff0000
// stdout: 2: green 00ff00
// stdout: 3: blue 0000ff
// stdout: 4: plain
// stdout: 5: LIMIT 3 + 4 5
// stdout: 6: 4 11 first
// stdout: 7: a "quoted\n" 'c'
// stdout: 8: 100 main
#include <stdio.h>

#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define PASTE(a, b) a##b
#define COLOURS(X) X(red, 0xff0000) X(green, 0x00ff00) X(blue, 0x0000ff)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define LOG(format, ...) printf("%d: " format "\n", ++line, ##__VA_ARGS__)
#define LIMIT 3 + 4

enum colour {
#define X(name, value) PASTE(colour_, name) = value,
    COLOURS(X)
#undef X
};

static const struct { const char *name; int value; } colours[] = {
#define X(name, value) {#name, colour_##name},
    COLOURS(X)
#undef X
};

#if LIMIT * 2 == 11 && defined(COUNT) && !defined UNKNOWN && UNKNOWN == 0
#define CHOICE "first"
#elif 1
#define CHOICE "second"
#endif

int main(void)
{
    int line = 0, xy = 5;
    for (int i = 0; i < 3; i++)
        LOG("%s %06x", colours[i].name, (unsigned)colours[i].value);
    LOG("plain");
    LOG("%s %s %d", STRING(LIMIT), EXPAND(LIMIT), PASTE(x, y));
    LOG("%zu %d %s", COUNT(1, 2, 3, 4), LIMIT * 2, CHOICE);
    LOG("%s", STRING(a "quoted\n" 'c'));
#line 100
    LOG("%d %s", __LINE__, __func__);
    return 0;
}
