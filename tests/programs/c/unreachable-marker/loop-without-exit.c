// expect: proved
// The only way out of the loop is a return.
// exit: 7
static int first_set(unsigned word)
{
    for (int bit = 0; ; bit++) {
        if (word & 1)
            return bit;
        word >>= 1;
    }
    __builtin_unreachable();
}

int main(void)
{
    return first_set(0x80) == 7 ? first_set(0xff00) - 1 : 0;
}
