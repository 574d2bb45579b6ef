// expect: proved
// The end of the function cannot be reached, though no return stands there.
// exit: 8
static int next_power(int n)
{
    int power = 1;
    do {
        if (power >= n)
            return power;
        power *= 2;
    } while (1);
}

static int sign(int n)
{
    if (n > 0)
        return 1;
    else if (n < 0)
        return -1;
    else
        goto zero;
zero:
    return 0;
}

int main(void)
{
    return next_power(7) * sign(5) + sign(0) + sign(-3) + sign(2);
}
