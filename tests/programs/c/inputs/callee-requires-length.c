// An array is long enough for one call and too short for the other.
// fails-with: values 4
// sanitizer: none -- the array is read where there is something
extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n <= #a and (n = 0 or a[n-1] > 0); */
static int last(const int *a, int n)
{
    return n > 0 && n < 4 ? a[n - 1] : 0;
}

int main(void)
{
    int a[3] = { 1, 2, 3 };
    int n = __VERIFIER_nondet_int();
    last(a, 3);
    if (n < 0 || n > 4)
        return 0;
    return last(a, n); // expect: refuted precondition
}
