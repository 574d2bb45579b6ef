// The parser leaves its output unset for an empty text.
// sanitizer: none -- gcc has no memory sanitizer
static int parse(const char *text, int *value)
{
    if (*text == '\0')
        return 0;
    *value = 0;
    while (*text >= '0' && *text <= '9')
        *value = 10 * *value + (*text++ - '0');
    return 1;
}

int main(void)
{
    static const char *const fields[] = {"15", "4", ""};
    for (int i = 0; i < 3; i++) {
        int value;
        parse(fields[i], &value);
        if (value < 0) // expect: refuted uninit
            return 1;
    }
    return 0;
}
