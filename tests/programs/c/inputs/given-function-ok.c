// expect: bounded
// entry: apply
// Whatever function of the program the caller gives, its result is in range.
static const int limits[4] = {8, 4, 2, 1};

int low(unsigned key)
{
    return key & 1;
}

int high(unsigned key)
{
    return key >> 31 | 2;
}

int apply(int (*hash)(unsigned), unsigned key)
{
    if (!hash)
        return 0;
    return limits[hash(key)];
}
