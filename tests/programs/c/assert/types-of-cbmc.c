// Types that no compiler knows.
// sanitizer: none -- gcc does not know the types
// replay: cc -fsanitize=address
#include <assert.h>

int main(void)
{
    __CPROVER_size_t size = 3;
    __CPROVER_bool is_odd = size & 2;
    assert(is_odd == 0); // expect: refuted assert
    return 0;
}
