// expect: proved
// Two halves of one buffer touch but do not overlap.
#include <string.h>

int main(void)
{
    char both[12] = "abcdef";
    memcpy(both + 6, both, 6);
    if (memcmp(both, "abcdefabcdef", 12) != 0)
        return 1;
    size_t nothing = 0;
    memcpy(both + 3, both + 3, nothing);
    memcpy(both, both + 6, 6);
    both[6] = '\0';
    return strcmp(both, "abcdef") == 0 ? 0 : 1;
}
