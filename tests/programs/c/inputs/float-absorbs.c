// A float counter stops counting once one is too little to change it.
// sanitizer: assert
// fails-with: values 16777216
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float count = __VERIFIER_nondet_float();
    if (!(count >= 0.0f && count <= 20000000.0f))
        return 0;
    float next = count + 1.0f;
    assert(next > count); // expect: refuted assert
    return 0;
}
