// expect: proved
// Every command that can be chosen has a function.
int __VERIFIER_nondet_int(void);

static int start(int n) { return n; }
static int stop(int n) { return -(n / 2); }
static int status(int n) { return n == 0; }

static int (*const commands[])(int) = {start, stop, status};

int main(void)
{
    int command = __VERIFIER_nondet_int();
    if (command < 0 || command >= (int)(sizeof commands / sizeof *commands))
        return 1;
    return commands[command](__VERIFIER_nondet_int()) == 7;
}
