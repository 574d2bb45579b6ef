// A cast removes const from a constant table before it is sorted.
// sanitizer: address
static const int primes[] = {2, 3, 7, 5, 11};

static int sort(int *values, int count)
{
    int swaps = 0;
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
            int larger = values[j - 1];
            values[j - 1] = values[j]; // expect: refuted readonly
            values[j] = larger;
            swaps++;
        }
    return swaps;
}

int main(void)
{
    int copy[] = {3, 1, 2};
    int swaps = sort(copy, 3);
    return swaps == 2 ? sort((int *)primes, 5) : 1;
}
