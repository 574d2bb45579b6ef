// expect: proved
// Conversion to _Bool compares with zero: huge values, infinity and NaN are true.
int main(void)
{
    double zero = 0.0, huge = 1e300;
    _Bool from_huge = huge, from_infinity = huge / zero, from_nan = zero / zero;
    _Bool from_small = 0.001, from_negative_zero = -zero;
    int trues = from_huge + from_infinity + from_nan + from_small + from_negative_zero;
    return trues == 4 && !!(zero / zero) ? 0 : 1;
}
