// Fixed-point scaling shifts a negative number to the left.
// sanitizer: undefined
static int to_fixed(int value)
{
    return value << 8; // expect: refuted shift
}

int main(void)
{
    int position = 3, energy = 0;
    while (position > -3) {
        int fixed = to_fixed(position);
        energy += fixed / 256 * position;
        position -= 2;
    }
    return energy;
}
