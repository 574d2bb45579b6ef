// expect: proved
// A second name of a function, and gcc's atomic operations that work on memory.
#include <assert.h>

static int twice(int n)
{
    return 2 * n;
}

int doubled(int n) __attribute__((alias("twice")));

int main(void)
{
    int shared = 1, value = 5, old, expected = 5, wanted = doubled(4);
    __atomic_store(&shared, &value, __ATOMIC_SEQ_CST);
    __atomic_load(&shared, &old, __ATOMIC_SEQ_CST);
    assert(old == 5);
    assert(__atomic_compare_exchange(&shared, &expected, &wanted, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST));
    __atomic_exchange(&shared, &value, &old, __ATOMIC_SEQ_CST);
    assert(old == 8);
    assert(shared == 5);
    return 0;
}
