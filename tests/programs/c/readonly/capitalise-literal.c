// A string literal is capitalised in place.
// sanitizer: address
static void capitalise(char *word)
{
    if (*word >= 'a' && *word <= 'z')
        *word -= 'a' - 'A'; // expect: refuted readonly
}

int main(void)
{
    char own[] = "anna";
    char *names[] = {own, "Bert", "clara"};
    for (int i = 0; i < 3; i++)
        capitalise(names[i]);
    return own[0] == 'A' ? 0 : 1;
}
