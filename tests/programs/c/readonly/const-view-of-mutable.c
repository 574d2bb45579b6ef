// expect: proved
// The object itself is not const, only one of the pointers to it is.
static void raise(const int *view)
{
    *(int *)view += 1;
}

int main(void)
{
    int level = 3;
    const int *view = &level;
    for (int i = 0; i < 4; i++)
        raise(view);
    int *const fixed_pointer = &level;
    *fixed_pointer *= 2;
    return level == 14 && *view == 14 ? 0 : 1;
}
