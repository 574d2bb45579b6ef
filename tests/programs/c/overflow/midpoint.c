// The classic: low + high is too large before it is halved.
// sanitizer: undefined
static int guess(int low, int high)
{
    return (low + high) / 2; // expect: refuted overflow
}

int main(void)
{
    int low = 0, high = 2000000000, secret = 1500000001, tries = 0;
    for (;;) {
        int middle = guess(low, high);
        tries++;
        if (middle == secret)
            return tries;
        if (middle < secret)
            low = middle + 1;
        else
            high = middle - 1;
    }
}
