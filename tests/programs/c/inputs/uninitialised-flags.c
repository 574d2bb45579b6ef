// sanitizer: none -- valgrind sees it
// fails-with: values 0
extern int __VERIFIER_nondet_int(void);

struct flags {
    unsigned mode : 3;
    unsigned level : 5;
};

int main(void)
{
    struct flags flags;
    unsigned mode;
    flags.level = 1;
    if (__VERIFIER_nondet_int() != 0)
        flags.mode = 2;
    mode = flags.mode; // expect: refuted uninit
    return (int)mode;
}
