// expect: proved
// Whatever the offset of the store, its four bytes are there, and only they.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char packet[8] = {0};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 4)
        return 0;
    struct __attribute__((packed)) { unsigned word; } *header = (void *)(packet + at);
    header->word = 0x01010101;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += packet[i];
    assert(sum == 4);
    assert(header->word == 0x01010101);
    return 0;
}
