// expect: proved
// The label's name is also a member, a tag and a variable, in other name spaces.
// property: label
struct ERROR { int ERROR; };

static int check(int value)
{
    if (value >= 0)
        return value;
ERROR:
    return -1;
}

int main(void)
{
    struct ERROR ERROR = {.ERROR = 4};
    for (; ERROR.ERROR > 0; ERROR.ERROR--)
        if (check(ERROR.ERROR) < 0)
            return 1;
    return 0;
}
