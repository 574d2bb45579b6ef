// A length field is read from an odd position of a byte stream.
// sanitizer: undefined
#include <stdint.h>

static _Alignas(8) unsigned char stream[] = {2, 0, 0, 0, 'o', 'k', 1, 3, 0, 0, 0, 'y', 'e', 's', 0, 0};

static uint32_t field(const unsigned char *bytes)
{
    return *(const uint32_t *)bytes; // expect: refuted misaligned
}

int main(void)
{
    uint32_t first = field(stream);
    const unsigned char *next = stream + 4 + first + 1;
    return field(next) == 3 ? 0 : 1;
}
