// A long has 32 bits under this data model.
// arch: ilp32
// sanitizer: undefined
static unsigned long bit(int position)
{
    return 1ul << position; // expect: refuted shift
}

int main(void)
{
    unsigned long set = 0;
    for (int position = 0; position < 40; position += 8)
        set |= bit(position);
    return set != 0 ? 0 : 1;
}
