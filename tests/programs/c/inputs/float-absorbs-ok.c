// expect: proved
// Below two to the 23rd, adding one always makes a float larger.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float count = __VERIFIER_nondet_float();
    if (!(count >= 0.0f && count <= 8388608.0f))
        return 0;
    float next = count + 1.0f;
    assert(next > count);
    return 0;
}
