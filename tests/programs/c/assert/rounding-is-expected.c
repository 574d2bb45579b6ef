// expect: proved
// What looks false in decimals is true in binary floating point.
extern void __VERIFIER_assert(int condition);

int main(void)
{
    double tenth = 0.1, fifth = 0.2;
    float single = 0.1f;
    volatile double zero = 0.0;
    double nan = zero / zero;
    __VERIFIER_assert(tenth + fifth != 0.3);
    __VERIFIER_assert(single > tenth);
    __VERIFIER_assert(16777216.0f + 1.0f == 16777216.0f);
    __VERIFIER_assert(nan != nan);
    __VERIFIER_assert(-zero == zero && 1 / -zero < 0);
    return 0;
}
