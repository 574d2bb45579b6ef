// The third retry takes the path that was meant to be impossible.
// sanitizer: assert
extern void __VERIFIER_error(void);

static int attempt(int number)
{
    return number * number - 5 * number + 7;
}

int main(void)
{
    int tries = 0, last = 0;
retry:
    last = attempt(tries);
    if (last == 1)
        goto impossible;
    if (++tries < 10)
        goto retry;
    return 0;
impossible:
    __VERIFIER_error(); // expect: refuted unreachable
    return 1;
}
