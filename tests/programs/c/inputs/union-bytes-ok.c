// expect: proved
// Swapping the bytes of a word twice gives the word back.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned value;
    unsigned char bytes[4];
};

static unsigned swapped(unsigned value)
{
    union word word = {.value = value};
    for (int i = 0; i < 2; i++) {
        unsigned char byte = word.bytes[i];
        word.bytes[i] = word.bytes[3 - i];
        word.bytes[3 - i] = byte;
    }
    return word.value;
}

int main(void)
{
    unsigned value = __VERIFIER_nondet_uint();
    assert(swapped(swapped(value)) == value);
    return 0;
}
