// expect: proved
// A string literal indexed as a table, its terminator included.
// stdout: 2a.ff.00
#include <stdio.h>

int main(void)
{
    static const unsigned char bytes[] = {0x2a, 0xff, 0x00};
    char text[sizeof bytes * 3];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        text[3 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[3 * i + 1] = (bytes[i] & 15)["0123456789abcdef"];
        text[3 * i + 2] = ".."[i];
    }
    puts(text);
    return 0;
}
