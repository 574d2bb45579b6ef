// Splitting "key=value" lines, one of which has no separator.
// sanitizer: undefined
#include <string.h>

int main(void)
{
    char lines[3][16] = {"mode=fast", "level=9", "verbose"};
    int pairs = 0;
    for (int i = 0; i < 3; i++) {
        char *separator = strchr(lines[i], '=');
        *separator = '\0'; // expect: refuted null
        pairs++;
    }
    return pairs;
}
