// expect: proved
// A pointer to non-const may point to a literal as long as it only reads.
// exit: 10
static int vowels(char *text)
{
    int count = 0;
    for (; *text; text++)
        if (*text == 'a' || *text == 'e' || *text == 'i' || *text == 'o' || *text == 'u')
            count++;
    return count;
}

int main(void)
{
    char *literal = "read only memory";
    static const char constant[] = "quiet area";
    return vowels(literal) + vowels((char *)constant) - 1 + (literal[0] == constant[0]);
}
