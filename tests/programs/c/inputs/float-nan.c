// Neither branch of the comparison is taken for the value that equals nothing, not even itself.
// entry: sign
// sanitizer: assert
// fails-with: call sign(0.0 / 0.0)
#include <assert.h>

int sign(double x)
{
    int result = 2;
    if (x < 0)
        result = -1;
    if (x >= 0)
        result = 1;
    assert(result != 2); // expect: refuted assert
    return result;
}
