// The contract stands before the declaration.
// fails-with: values 0
// sanitizer: none -- nothing but the contract is broken
extern int __VERIFIER_nondet_int(void);

/*@ requires n > 0; */
static int half(int n);

int main(void)
{
    return half(__VERIFIER_nondet_int()); // expect: refuted precondition
}

static int half(int n) { return n / 2; }
