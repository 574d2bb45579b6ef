// expect: proved
// entry: f
// No object lies below the address 65536, whoever allocates it.
#include <assert.h>
#include <stdint.h>

int f(int *p)
{
    uintptr_t number = (uintptr_t)p;
    assert(number != 32768);
    return number == 0;
}
