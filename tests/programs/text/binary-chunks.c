// Chunks with a type and a length: a palette of exactly 256 colours has one too many.
#include <stdio.h>
#include <string.h>

static unsigned char palette[8][3];

int main(void)
{
    unsigned char data[128];
    size_t size = fread(data, 1, sizeof data, stdin);
    size_t at = 0;
    int colours = 0;
    while (at + 5 <= size) {
        unsigned int length = data[at + 4];
        if (at + 5 + length > size) return 1;
        if (memcmp(data + at, "PLTE", 4) == 0) {
            // repaired: if (length % 3 != 0 || length / 3 > 8) return 1;
            if (length % 3 != 0 || length / 3 > 9) return 1;
            colours = (int)length / 3;
            for (int i = 0; i < colours; i++)
                palette[i][0] = data[at + 5 + 3 * (unsigned int)i]; // expect: refuted bounds
        } else if (memcmp(data + at, "TEND", 4) == 0) {
            break;
        }
        at += 5 + length;
    }
    printf("%d\n", colours);
    return 0;
}
