// expect: proved
// A static local outlives the call that returns its address.
static char *label(int number)
{
    static char buffers[2][4];
    static int turn;
    char *text = buffers[turn++ % 2];
    text[0] = 'n';
    text[1] = (char)('0' + number);
    text[2] = '\0';
    return text;
}

int main(void)
{
    char *first = label(1), *second = label(2);
    return first[1] == '1' && second[1] == '2' && label(3) == first ? 0 : 1;
}
