// A search returns nothing when the value is absent, and the caller looks.
// sanitizer: none -- gcc checks this in C++ only
static int index_of(const char *text, char wanted)
{
    for (int i = 0; text[i]; i++)
        if (text[i] == wanted)
            return i;
}

int main(void)
{
    int dot = index_of("main.c", '.');
    if (dot != 4)
        return 1;
    int slash = index_of("main.c", '/'); // expect: refuted missing-return
    return slash >= 0;
}
