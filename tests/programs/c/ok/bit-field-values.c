// expect: proved
// What is assigned to a bit-field promotes as the bit-field itself does.
// stdout: 1 1 1 1
// stdout: 1 1 1 1
// stdout: 0 0 0 0
// stdout: 1 4 8 1
// stdout: 4 8 4
#include <stdio.h>

struct fields {
    unsigned narrow : 3;
    unsigned long medium : 20;
    unsigned long wide : 40;
    char tiny : 2;
};

static int one = 1;

int main(void)
{
    struct fields f = {0};
    int a = -(f.narrow = 1) < 0, b = (f.narrow += 1) - 5 < 0;
    int c = f.narrow++ - 5 < 0, d = (one ? f.narrow : f.narrow) - 5 < 0;
    printf("%d %d %d %d\n", a, b, c, d);
    a = -(f.medium = 1) < 0, b = (f.medium += 1) - 5 < 0;
    c = f.medium++ - 5 < 0, d = (0, f.medium) - 5 < 0;
    printf("%d %d %d %d\n", a, b, c, d);
    a = -(f.wide = 1) < 0, b = (f.wide += 1) - 5 < 0;
    c = (unsigned)f.narrow - 5 < 0, d = (unsigned)(f.medium = 1) - 5 < 0;
    printf("%d %d %d %d\n", a, b, c, d);
    printf("%zu %zu %zu %zu\n", sizeof(f.narrow += 1), sizeof(f.medium = 1), sizeof(f.wide++),
           sizeof(--f.tiny));
    printf("%zu %zu %zu\n", sizeof(+f.medium), sizeof(+f.wide), sizeof(one ? f.medium : f.medium));
    return 0;
}
