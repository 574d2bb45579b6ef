// expect: proved
// Negative indices are fine from the middle of an array.
// exit: 10
int main(void)
{
    int window[9];
    int *centre = window + 4;
    for (int i = -4; i <= 4; i++)
        centre[i] = i * i;
    int sum = 0;
    for (int i = 1; i <= 2; i++)
        sum += (-i)[centre] + *(centre + i);
    return sum;
}
