// expect: proved
// Length zero touches nothing, even just past the end.
#include <string.h>

int main(void)
{
    char block[4] = {1, 2, 3, 4};
    char *end = block + 4;
    size_t none = 0;
    memset(end, 0xff, none);
    memmove(end, block, none);
    int equal = memcmp(end, end, none) == 0 && strncmp("a", "b", none) == 0;
    return equal && memchr(block, 1, none) == NULL && block[3] == 4 ? 0 : 1;
}
