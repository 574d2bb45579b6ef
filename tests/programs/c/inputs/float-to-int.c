// A temperature far out of range does not fit the display's int.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
// fails-with: values 1e10
double __VERIFIER_nondet_double(void);

int main(void)
{
    double celsius = __VERIFIER_nondet_double();
    if (celsius < -273.15)
        return 1;
    int shown = (int)celsius; // expect: refuted float-to-int
    return shown > 100;
}
