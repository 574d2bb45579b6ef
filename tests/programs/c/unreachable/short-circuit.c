// expect: proved
// The call stands in operands that are never evaluated.
extern void reach_error(void);

static int fail(void)
{
    reach_error();
    return 1;
}

int main(void)
{
    int ready = 0, size = sizeof(fail()), count = 3;
    if (ready && fail())
        return 1;
    if (!ready || fail())
        count--;
    count = size == sizeof(int) ? count : fail();
    while (count-- > 0)
        if (count > 5)
            reach_error();
    return 0;
}
