// A file of records behind a header: the offset of the first record is not compared with the size.
#include <stdio.h>
#include <string.h>

static unsigned int u16(const unsigned char *at) { return at[0] | (unsigned int)at[1] << 8; }

int main(void)
{
    unsigned char data[64] = {0};
    size_t size = fread(data, 1, sizeof data, stdin);
    if (size < 12 || memcmp(data, "CNXR", 4) != 0) return 1;
    unsigned int version = u16(data + 4);
    unsigned int count = u16(data + 6);
    unsigned int first = u16(data + 8);
    if (version != 3 || count == 0 || count > 8) return 1;
    // repaired: if (first < 12 || first + 4 * count > sizeof data) return 1;
    if (first < 12 || first > sizeof data) return 1;
    unsigned int sum = 0;
    for (unsigned int i = 0; i < count; i++) {
        if (first + 4 * i >= size) return 1;
        sum += data[first + 4 * i + 3]; // expect: refuted bounds
    }
    printf("%u\n", sum);
    return 0;
}
