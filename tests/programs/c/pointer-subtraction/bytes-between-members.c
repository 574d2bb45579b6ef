// expect: proved
// Byte distances inside of one structure.
#include <stddef.h>

struct header { char kind; int length; double stamp; };

int main(void)
{
    struct header pair[2] = {{0}}, *h = &pair[1];
    ptrdiff_t to_length = (char *)&h->length - (char *)h;
    ptrdiff_t to_stamp = (char *)&h->stamp - (char *)&h->kind;
    ptrdiff_t one = (char *)h - (char *)pair;
    return to_length == 4 && to_stamp == 8 && one == sizeof *h && h - pair == 1 ? 0 : 1;
}
