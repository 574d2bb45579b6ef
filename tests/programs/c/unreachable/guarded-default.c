// expect: proved
// Masking keeps the selector inside of the cases.
// exit: 6
extern void reach_error(void);

static int cost(unsigned selector)
{
    switch (selector & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: reach_error();
    }
    return -1;
}

int main(void)
{
    int total = 0;
    for (unsigned i = 0xfffffffc; i != 0; i++)
        total += cost(i);
    return total;
}
