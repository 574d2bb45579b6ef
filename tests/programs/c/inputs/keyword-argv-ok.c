// expect: bounded
// The mode without a function is not called.
#include <string.h>

struct mode {
    const char *name;
    int (*run)(int);
};

static int add(int n) { return n + 1; }
static int twice(int n) { return n * 2; }

static const struct mode modes[] = {
    {"add", add},
    {"twice", twice},
    {"selfdestruct", 0},
};

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            return modes[i].run ? modes[i].run(20) : 3;
    return 1;
}
