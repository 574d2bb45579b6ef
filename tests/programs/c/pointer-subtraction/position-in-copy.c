// The position found in one buffer is computed relative to another.
// sanitizer: none -- needs -fsanitize=pointer-subtract
#include <string.h>

static char original[16] = "name=value", copy[16];

static int position(const char *start, const char *text, char wanted)
{
    const char *found = strchr(text, wanted);
    return (int)(found - start); // expect: refuted pointer-subtraction
}

int main(void)
{
    strcpy(copy, original);
    int at = position(original, original, '=');
    return at == 4 ? position(original, copy, '=') : 1;
}
