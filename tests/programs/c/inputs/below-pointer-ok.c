// expect: proved
// entry: last
char last(char *text, int length)
{
    if (!text || length < 1 || length > 3)
        return 0;
    return (text + 1)[length - 2];
}
