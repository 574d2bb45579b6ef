// Thirteen factorial does not fit into an int.
// sanitizer: undefined
static int factorial(int n)
{
    int product = 1;
    for (int i = 2; i <= n; i++)
        product *= i; // expect: refuted overflow
    return product;
}

int main(void)
{
    int largest = 0;
    for (int n = 0; n < 15; n++)
        if (factorial(n) > largest)
            largest = factorial(n);
    return largest > 0 ? 0 : 1;
}
