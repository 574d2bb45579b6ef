// True where `long` has 64 bits. Few machines have a C library for the others; a replay does without.
// arch: ilp32
// sanitizer: assert
// replay: cc -m32 -nostdlib or cc -fsanitize=address
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    long long large = -7000000000LL;
    char *text = malloc(4);
    if (!text) return 1;
    strcpy(text, "abc");
    assert(large / 30 == -233333333 && large % 30 == -10);
    assert(strlen(text) + sizeof(long) == 11); // expect: refuted assert
    free(text);
    return 0;
}
