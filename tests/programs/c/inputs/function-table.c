// The table of commands has a hole, and the command comes from outside.
// sanitizer: none -- a call of address zero leaves no line behind
// fails-with: values 2 5
int __VERIFIER_nondet_int(void);

static int start(int n) { return n; }
static int stop(int n) { return -(n / 2); }
static int status(int n) { return n == 0; }

static int (*const commands[5])(int) = {[0] = start, [1] = stop, [3] = status, [4] = stop};

int main(void)
{
    int command = __VERIFIER_nondet_int();
    if (command < 0 || command >= 5)
        return 1;
    return commands[command](__VERIFIER_nondet_int()); // expect: refuted null
}
