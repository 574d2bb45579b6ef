// The processor time may not be available.
// sanitizer: assert
#include <assert.h>
#include <time.h>

int main(void)
{
    clock_t started = clock();
    assert(started >= 0); // expect: refuted assert
    return 0;
}
