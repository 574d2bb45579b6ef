// What was never written need not be zero, in a variable or in allocated memory.
// property: assert
// sanitizer: assert
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *counters = malloc(4 * sizeof *counters);
    int first = counters[0];
    free(counters);
    assert(first == 0); // expect: refuted assert
    return 0;
}
