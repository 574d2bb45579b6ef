// expect: proved
// time: 20s
// Permissions as bits, tested by masks.
#include <assert.h>
#include <stdio.h>

enum { READ = 1, WRITE = 2, RUN = 4 };

static unsigned parse(void)
{
    unsigned bits = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        switch (c) {
        case 'r': bits |= READ; break;
        case 'w': bits |= WRITE; break;
        case 'x': bits |= RUN; break;
        }
    return bits;
}

int main(void)
{
    static const char *const names[] = { "---", "r--", "-w-", "rw-", "--x", "r-x", "-wx", "rwx" };
    unsigned bits = parse();
    assert(bits <= 7);
    puts(names[bits]);
    return 0;
}
