// A variable of the environment is taken for granted.
// sanitizer: undefined
// fails-with: arguments
#include <stdlib.h>

int main(void)
{
    const char *level = getenv("CONCREX_TEST_LEVEL");
    return level[0] == '1'; // expect: refuted null
}
