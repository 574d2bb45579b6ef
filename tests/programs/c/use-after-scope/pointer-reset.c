// expect: proved
// The dangling pointer is replaced before it is used again.
int main(void)
{
    int outer = 1, sum = 0;
    int *current = &outer;
    for (int i = 0; i < 4; i++) {
        if (i % 2) {
            int inner = 10 * i;
            current = &inner;
            sum += *current;
        }
        current = &outer;
        sum += *current;
    }
    return sum == 44 ? 0 : 1;
}
