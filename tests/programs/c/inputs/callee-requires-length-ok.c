// expect: proved
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
    if (n < 0 || n > 3)
        return 0;
    return last(a, n);
}
