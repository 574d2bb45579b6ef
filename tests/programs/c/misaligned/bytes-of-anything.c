// expect: proved
// A pointer to char may point to any byte, and back when the offset is restored.
// exit: 42
int main(void)
{
    int numbers[4] = {7, 14, 21, 42};
    char *byte = (char *)numbers;
    int zeros = 0;
    for (unsigned i = 0; i < sizeof numbers; i++)
        zeros += *byte++ == 0;
    byte -= sizeof(int);
    return zeros == 12 ? *(int *)byte : 0;
}
