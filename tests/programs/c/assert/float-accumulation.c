// Ten steps of 0.1 do not add up to one.
// sanitizer: assert
#include <assert.h>

int main(void)
{
    double position = 0.0;
    int steps = 0;
    while (steps < 10) {
        position += 0.1;
        steps++;
    }
    assert(steps == 10);
    assert(position > 0.999 && position < 1.001);
    assert(position == 1.0); // expect: refuted assert
    return 0;
}
