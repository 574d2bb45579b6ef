// expect: proved
// On i386, 8-byte values are aligned to 4 inside of other objects, and better where gcc may choose.
// arch: ilp32
// stdout: 4 8 4 8
// stdout: 4 4 12
// stdout: 4 8 4
// stdout: 8 8 4
#include <stdio.h>

struct wide {
    char tag;
    long long value;
};

long long variable;
double table[2];
struct wide wide;

int main(void)
{
    printf("%zu %zu %zu %zu\n", _Alignof(long long), __alignof__(long long), _Alignof(double),
           __alignof__(double));
    printf("%zu %zu %zu\n", _Alignof(struct wide), __alignof__(struct wide), sizeof(struct wide));
    printf("%zu %zu %zu\n", _Alignof(double[2]), __alignof__(double[2]), __alignof__(long));
    printf("%zu %zu %zu\n", __alignof__(variable), __alignof__(table), __alignof__(wide.value));
    return 0;
}
