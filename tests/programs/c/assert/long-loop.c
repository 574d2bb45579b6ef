// The loop of the paper on induction: it goes one iteration too far.
// sanitizer: assert
#include <assert.h>

int main(void)
{
    int i;
    int n = 300000;
    i = 0;
    while (i <= n) {
        assert(i < n); // expect: refuted assert
        i++;
    }
    return 0;
}
