// expect: proved
// stdout: 10 1
// gcc's atomic builtins, on one thread.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int value = 1;
    int expected = 2;

    assert(!__atomic_compare_exchange_n(&value, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 1 && value == 1);
    assert(__atomic_compare_exchange_n(&value, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(value == 5);
    assert(__sync_val_compare_and_swap(&value, 5, 6) == 5 && value == 6);
    assert(!__sync_bool_compare_and_swap(&value, 5, 7));
    assert(__sync_fetch_and_add(&value, 3) == 6);
    assert(__sync_add_and_fetch(&value, 1) == 10);
    printf("%d %d\n", value, expected);
    return 0;
}
