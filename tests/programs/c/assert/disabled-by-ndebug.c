// expect: proved
// With NDEBUG an assertion is not even evaluated.
// exit: 3
#define NDEBUG
#include <assert.h>

static int evaluations;

static int never_true(void)
{
    evaluations++;
    return 0;
}

int main(void)
{
    int retries = 0;
    while (retries < 3) {
        assert(never_true());
        retries++;
    }
    return evaluations == 0 ? retries : 1;
}
