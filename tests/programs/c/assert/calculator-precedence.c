// A calculator over a constant string that ignores operator precedence.
// sanitizer: assert
extern void __CPROVER_assert(_Bool condition, const char *description);

static int apply(int left, char op, int right)
{
    return op == '+' ? left + right : op == '-' ? left - right : left * right;
}

static int evaluate(const char *text)
{
    int value = *text++ - '0';
    while (*text) {
        char op = *text++;
        value = apply(value, op, *text++ - '0');
    }
    return value;
}

int main(void)
{
    __CPROVER_assert(evaluate("7-2-1") == 4, "subtraction associates to the left");
    __CPROVER_assert(evaluate("2+7*3") == 23, "product binds tighter"); // expect: refuted assert
    return 0;
}
