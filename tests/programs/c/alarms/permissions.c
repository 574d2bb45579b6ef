// Adding is not setting: a permission that is named twice counts twice.
// time: 20s
// sanitizer: assert
// fails-with: stdin "xx"
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
        case 'x': bits += RUN; break;
        }
    return bits;
}

int main(void)
{
    static const char *const names[] = { "---", "r--", "-w-", "rw-", "--x", "r-x", "-wx", "rwx" };
    unsigned bits = parse();
    assert(bits <= 7); // expect: refuted assert
    puts(names[bits]);
    return 0;
}
