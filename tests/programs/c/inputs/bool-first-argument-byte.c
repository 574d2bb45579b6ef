// The first declared type is _Bool; a byte of an argument is any byte nevertheless.
// sanitizer: assert
// fails-with: arguments n
#include <assert.h>

static _Bool flag;

int main(int argc, char **argv)
{
    if (argc == 2 && !flag)
        assert(argv[1][0] != 'n'); // expect: refuted assert
    return 0;
}
