// A length that passes every end: what is reported first is not that the ranges overlap.
// sanitizer: address
#include <string.h>

static char row[16], other[16];

int main(void)
{
    int length = -1;
    memcpy(row, other, length); // expect: refuted bounds
    return 0;
}
