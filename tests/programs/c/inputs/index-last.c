// The check allows the index that is one past the end.
// sanitizer: undefined
// fails-with: values 8
int __VERIFIER_nondet_int(void);

int main(void)
{
    int squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = i * i;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    return squares[n]; // expect: refuted bounds
}
