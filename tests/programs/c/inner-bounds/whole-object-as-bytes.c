// expect: proved
// A pointer to the whole object may walk over all of its members.
#include <string.h>

struct pixel { unsigned char rgb[3]; unsigned char alpha; };

static unsigned checksum(const void *object, size_t size)
{
    const unsigned char *bytes = object;
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

int main(void)
{
    struct pixel image[2][2], copy[2][2];
    memset(image, 0x7f, sizeof image);
    image[1][1].rgb[2] = 5;
    memcpy(copy, image, sizeof copy);
    return checksum(image, sizeof image) == checksum(copy, sizeof copy) ? 0 : 1;
}
