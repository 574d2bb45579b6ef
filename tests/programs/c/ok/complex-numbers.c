// expect: proved
// Complex numbers are pairs of numbers; products and quotients are those of the compiler's library.
#include <assert.h>
#include <complex.h>

static double complex origin = 1.0 + 2.0 * I;
static float complex table[] = {1.0f, 2.0f * I, -3.0f - 4.0f * I};

struct wave {
    int number;
    double complex amplitude;
};

static struct wave first = {3, 5 - I};

static double complex twice(double complex z) { return z + z; }

static double complex either(int c, double complex z, float x) { return c ? z : x; }

int main(void)
{
    double complex z = 3.0 + 4.0 * I, w = 2.0 - 1.0 * I;
    assert(z * w == 10.0 + 5.0 * I);
    assert(z / 2 == 1.5 + 2.0 * I);
    assert(5.0 * I / (2.0 * w) == CMPLX(-0.5, 1.0));
    assert(1 - z == -2.0 - 4.0 * I && -z == -3.0 - 4.0 * I && ~z == conj(z));
    assert(creal(origin) == 1 && cimag(origin) == 2);
    assert(table[2] == -3 - 4 * I && __imag__ table[1] == 2);
    assert(first.amplitude == 5 - I);
    assert(twice(z) == 6.0 + 8.0 * I);
    assert(either(1, z, 2) == z && either(0, z, 2) == 2);
    z += 1;
    z++;
    __imag__ z = 0;
    assert(z == 5 && (double)z == 5 && z && !(z - z));
    _Complex int g = 3 + 4i;
    g *= g;
    assert(__real__ g == -7 && __imag__ g == 24);
    assert(sizeof z == 2 * sizeof(double) && _Alignof(float complex) == _Alignof(float));
    return 0;
}
