// A bracket matcher meets a closing bracket of the wrong sort.
// sanitizer: assert
extern void reach_error(void);

static char opener(char closing)
{
    return closing == ')' ? '(' : closing == ']' ? '[' : '{';
}

static int balanced(const char *text)
{
    char pending[16];
    int depth = 0;
    for (; *text; text++) {
        if (*text == '(' || *text == '[' || *text == '{')
            pending[depth++] = *text;
        else if (*text == ')' || *text == ']' || *text == '}')
            if (depth == 0 || pending[--depth] != opener(*text))
                reach_error(); // expect: refuted unreachable
    }
    return depth == 0;
}

int main(void)
{
    return balanced("f(a[i], {x})") && balanced("g(b[(j])") ? 0 : 1;
}
