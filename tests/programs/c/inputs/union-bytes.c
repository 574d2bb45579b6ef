// The sign of a float, told by the highest byte, is wrong for negative zero.
// sanitizer: assert
// fails-with: values 2147483648
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

union number {
    unsigned bits;
    float value;
    unsigned char bytes[4];
};

int main(void)
{
    union number number;
    number.bits = __VERIFIER_nondet_uint();
    int negative = number.bytes[3] >> 7;
    if (number.value == number.value)
        assert(negative == (number.value < 0)); // expect: refuted assert
    return 0;
}
