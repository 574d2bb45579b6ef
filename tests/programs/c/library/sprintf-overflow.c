// A version string grows by a digit and past its buffer.
// sanitizer: address
#include <stdio.h>

struct version { int major, minor, patch; };

int main(void)
{
    struct version v = {1, 9, 8};
    int length = 0;
    for (int release = 0; release < 4; release++) {
        char text[6];
        length += sprintf(text, "%d.%d.%d", v.major, v.minor, v.patch); // expect: refuted bounds
        v.patch++;
    }
    return length > 20 ? 0 : 1;
}
