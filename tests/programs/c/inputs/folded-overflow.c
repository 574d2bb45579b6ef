// A difference overflows in a comparison that compilers simplify.
// property: overflow
// sanitizer: undefined
int __VERIFIER_nondet_int(void);

int main(void)
{
    int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
    if (right < 0)
        return 2;
    return (7 - left) == (7 - right); // expect: refuted overflow
}
