// A condition that is handed to an undeclared function as it is: no truth value, but a masked bit.
// sanitizer: assert
// fails-with: values 256
int main(void)
{
    int flags = nondet_int();
    __CPROVER_assume(flags & 0x100);
    __CPROVER_assert(flags & 0x100, "as assumed");
    __CPROVER_assert(flags & 0x200, "not assumed"); // expect: refuted assert
    return 0;
}
