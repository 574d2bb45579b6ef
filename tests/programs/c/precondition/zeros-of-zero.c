// Nobody says how many zeros zero ends with.
// sanitizer: undefined
// replay: cc -fsanitize=address,undefined
static int lowest(unsigned set)
{
    return __builtin_ctz(set); // expect: refuted precondition
}

int main(void)
{
    unsigned set = 0x50;
    int sum = 0;
    for (;;) {
        sum += lowest(set);
        set &= set - 1;
    }
    return sum;
}
