// The alignment that a typedef gives to a type may be less than its own.
#include <assert.h>

typedef int unaligned __attribute__((aligned(1)));
typedef int spacious __attribute__((aligned(16)));

struct tight {
    char tag;
    unaligned value;
};

struct wide {
    char tag;
    spacious value;
};

int main(void)
{
    assert(sizeof(struct wide) == 32 && _Alignof(spacious) == 16);
    assert(sizeof(struct tight) != 5); // expect: refuted assert
    return 0;
}
