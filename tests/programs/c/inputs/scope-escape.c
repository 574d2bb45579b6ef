// The chosen name is a local array of a block that has ended.
// sanitizer: address
// fails-with: values 0
int __VERIFIER_nondet_int(void);

int main(void)
{
    const char *name = "guest";
    if (__VERIFIER_nondet_int() == 0) {
        char local[] = "root";
        name = local;
    }
    return name[0] == 'r'; // expect: refuted use-after-scope
}
