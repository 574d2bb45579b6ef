// The error path jumps to the end of the function, past the return.
// sanitizer: none -- gcc checks this in C++ only
static int parse_digit(char c, int *errors)
{
    if (c < '0' || c > '9') {
        ++*errors;
        goto done;
    }
    return c - '0';
done:;
}

int main(void)
{
    int errors = 0, value = 0;
    for (const char *c = "40x2"; *c; c++)
        value = 10 * value + parse_digit(*c, &errors); // expect: refuted missing-return
    return errors == 1 ? 0 : value;
}
