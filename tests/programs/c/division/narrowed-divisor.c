// The divisor 256 becomes zero in a byte.
// sanitizer: undefined
static unsigned char step = 1;

static int slices(int length)
{
    int count = length;
    count /= step; // expect: refuted division
    return count;
}

int main(void)
{
    int total = 0;
    for (int round = 0; round < 12; round++) {
        total += slices(4096);
        step *= 2;
    }
    return total > 0 ? 0 : 1;
}
