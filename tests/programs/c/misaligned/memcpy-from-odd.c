// expect: proved
// memcpy and byte shifts read from any address.
#include <stdint.h>
#include <string.h>

static uint32_t load(const unsigned char *bytes)
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint32_t shifted(const unsigned char *b)
{
    return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
}

int main(void)
{
    const unsigned char stream[] = {9, 0x78, 0x56, 0x34, 0xf2, 9, 9};
    for (int i = 0; i < 4; i++)
        if (load(stream + i) != shifted(stream + i))
            return 1;
    return load(stream + 1) == 0xf2345678 ? 0 : 1;
}
