// The offset of a cursor is computed after its buffer was replaced.
// sanitizer: none -- needs -fsanitize=pointer-subtract
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *buffer = malloc(8), *cursor = buffer, *larger;
    for (const char *c = "grow"; *c; c++)
        *cursor++ = *c;
    long before = cursor - buffer;
    larger = malloc(64);
    memcpy(larger, buffer, before);
    long after = cursor - larger; // expect: refuted pointer-subtraction
    free(buffer);
    free(larger);
    return before == after ? 0 : 1;
}
