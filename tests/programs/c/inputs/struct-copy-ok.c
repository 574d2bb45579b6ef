// expect: proved
// Changing a copy of a struct, its array included, leaves the original as it was.
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct vector {
    int values[3];
    int length;
};

static struct vector with_first(struct vector vector, int value)
{
    vector.values[0] = value;
    return vector;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct vector original = {{a, 2, 3}, 3};
    struct vector copy = with_first(original, b);
    assert(original.values[0] == a);
    assert(copy.values[0] == b && copy.values[2] == 3 && copy.length == 3);
    return 0;
}
