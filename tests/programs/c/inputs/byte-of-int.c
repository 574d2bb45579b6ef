// The first byte of an integer is not the integer.
// fails-with: values 300
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    signed char byte = *(signed char *)&number;
    assert(byte == number); // expect: refuted assert
    return 0;
}
