// A formatting function returns its local buffer.
// sanitizer: none -- needs ASAN_OPTIONS=detect_stack_use_after_return=1
static char *format_time(int minutes)
{
    char text[6];
    char *start = text;
    text[0] = (char)('0' + minutes / 600);
    text[1] = (char)('0' + minutes / 60 % 10);
    text[2] = ':';
    text[3] = (char)('0' + minutes % 60 / 10);
    text[4] = (char)('0' + minutes % 10);
    text[5] = '\0';
    return start;
}

int main(void)
{
    char *noon = format_time(12 * 60);
    return noon[0] == '1' ? 0 : 1; // expect: refuted use-after-scope
}
