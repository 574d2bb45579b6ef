// expect: proved
// A variable of the environment may be missing.
#include <stdlib.h>

int main(void)
{
    const char *level = getenv("CONCREX_TEST_LEVEL");
    return level != NULL && level[0] == '1';
}
