// A store at an unknown offset of a byte buffer: the places it may be at overlap.
// sanitizer: assert
// fails-with: values 3
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char packet[12] = {0};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 8)
        return 0;
    unsigned length = 0x01020304;
    struct __attribute__((packed)) { unsigned word; } *header = (void *)(packet + at);
    header->word = length;
    assert(packet[3] != 4); // expect: refuted assert
    return 0;
}
