// expect: proved
// property: assert
// Whatever a flag holds that was never written, it is true or false.
#include <assert.h>

int main(void)
{
    _Bool ready;
    int seen = ready ? 1 : 0;
    assert(seen == ready);
    return 0;
}
