// expect: proved
// The value is read only if the flag says that it was written.
// exit: 9
static int last_digit(const char *text)
{
    int digit, found = 0;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9') {
            digit = *text - '0';
            found = 1;
        }
    return found ? digit : -1;
}

int main(void)
{
    int none = last_digit("no digits"), some = last_digit("4 x 9 cm");
    return none == -1 ? some : 0;
}
