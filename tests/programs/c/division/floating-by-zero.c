// expect: proved
// Floating division by zero gives infinities and NaN.
int main(void)
{
    double zero = 0.0, one = 1.0;
    float nothing = 0.0f;
    double up = one / zero, down = -one / zero, none = zero / zero;
    float ratio = 3 / nothing;
    up /= zero;
    return up > 1e308 && down < -1e308 && none != none && ratio > 1e38f ? 0 : 1;
}
