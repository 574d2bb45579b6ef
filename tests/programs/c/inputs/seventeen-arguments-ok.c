// expect: bounded
// No more is known than of programs with sixteen arguments.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 1)
        return 0;
    assert(argv[0] != 0);
    assert(argc <= 16);
    return 0;
}
