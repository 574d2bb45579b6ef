/* A loop: the condition splits in two assumptions, signed arithmetic is checked. */
int sum(int n)
{
    int s = 0;
    for (int i = 1; i <= n; i++)
        s += i;
    return s;
}

int main(void)
{
    return sum(10) == 55 ? 0 : 1;
}
