// expect: proved
// Every path jumps over the label.
// property: label
int main(void)
{
    int even = 0, odd = 0;
    for (int i = 1; i <= 9; i++) {
        if (i % 2 == 0) {
            even += i;
            continue;
        }
        odd += i;
        if (odd <= 25)
            goto next;
ERROR:
        return 1;
next:;
    }
    return even == 20 && odd == 25 ? 0 : 1;
}
