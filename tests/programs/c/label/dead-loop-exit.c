// expect: proved
// The label follows a search that always succeeds.
// property: label
int main(void)
{
    static const int primes[] = {2, 3, 5, 7, 11, 13};
    int found = 0;
    for (int i = 0; i < 6; i++) {
        for (int d = 2; d <= primes[i]; d++)
            if (primes[i] % d == 0) {
                found += d == primes[i];
                goto next;
            }
        goto ERROR;
next:
        continue;
    }
    return found == 6 ? 0 : 1;
ERROR:
    return 2;
}
