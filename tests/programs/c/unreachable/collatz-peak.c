// The trajectory of 27 climbs far above the assumed ceiling.
// sanitizer: assert
extern void __VERIFIER_error(void);

int main(void)
{
    unsigned long value = 27;
    int steps = 0;
    while (value != 1) {
        value = value % 2 ? 3 * value + 1 : value / 2;
        steps++;
        if (value > 9000)
            __VERIFIER_error(); // expect: refuted unreachable
    }
    return steps == 111 ? 0 : 1;
}
