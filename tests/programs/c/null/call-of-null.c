// A table has fewer functions than states: the address sanitizer loses the stack of such a call. The first
// calls succeed, and their results are no addresses.
// sanitizer: none -- there is no line where there is no code
// replay: cc -fsanitize=address,undefined
static int start(void) { return 1; }
static int stop(void) { return 2; }
static int (*const actions[3])(void) = {start, stop};

int main(void)
{
    int state = 0;
    while (state < 3)
        state = actions[state](); // expect: refuted null
    return 0;
}
