// The address of a local of an inner call of the same function.
// sanitizer: address
// fails-with: values 1
int __VERIFIER_nondet_int(void);

static int *leave(int depth)
{
    if (depth <= 0) {
        int local = 3;
        int *address = &local;
        return address;
    }
    int *inner = leave(0);
    leave(0);
    int value = *inner; // expect: refuted use-after-scope
    return value == 3 ? 0 : inner;
}

int main(void)
{
    leave(__VERIFIER_nondet_int() == 1);
    return 0;
}
