// The reciprocal of zero thirds is normalised by its zero denominator.
// sanitizer: undefined
struct rational { int numerator, denominator; };

static struct rational multiply(struct rational a, struct rational b)
{
    return (struct rational){a.numerator * b.numerator, a.denominator * b.denominator};
}

static struct rational reciprocal(struct rational r)
{
    return (struct rational){r.denominator, r.numerator};
}

static int rounded(struct rational r)
{
    return r.numerator / r.denominator; // expect: refuted division
}

int main(void)
{
    struct rational half = {1, 2}, none = {0, 3};
    if (rounded(reciprocal(half)) != 2 || rounded(none) != 0)
        return 1;
    return rounded(reciprocal(multiply(half, none)));
}
