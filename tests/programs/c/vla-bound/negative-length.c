// The length of the second word is computed backwards.
// sanitizer: undefined
static int copy_between(const char *text, int from, int to)
{
    char word[to - from + 1]; // expect: refuted vla-bound
    int i = 0;
    while (from < to)
        word[i++] = text[from++];
    word[i] = '\0';
    return word[0];
}

int main(void)
{
    const char *text = "alpha beta";
    int first = copy_between(text, 0, 5);
    return first == 'a' ? copy_between(text, 10, 6) : 1;
}
