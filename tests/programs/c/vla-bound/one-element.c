// expect: proved
// The smallest variable-length array has one element.
// exit: 10
static int triangle(int n)
{
    int row[n];
    int sum = 0;
    for (int i = 0; i < n; i++)
        row[i] = i + 1;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return n == 1 ? sum : sum + triangle(n - 1);
}

int main(void)
{
    return triangle(3);
}
