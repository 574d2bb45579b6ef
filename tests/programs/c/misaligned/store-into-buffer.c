// Numbers are written one after another into a buffer that starts with a tag.
// sanitizer: undefined
#include <stdlib.h>

int main(void)
{
    char *record = malloc(1 + 3 * sizeof(double)), *cursor = record;
    *cursor++ = 'd';
    for (int i = 0; i < 3; i++) {
        *(double *)cursor = i * 0.5; // expect: refuted misaligned
        cursor += sizeof(double);
    }
    free(record);
    return 0;
}
