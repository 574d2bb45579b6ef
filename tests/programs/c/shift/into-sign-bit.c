// Assembling a word from bytes shifts a set bit into the sign.
// sanitizer: undefined
static int assemble(const unsigned char *bytes)
{
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24; // expect: refuted shift
}

int main(void)
{
    const unsigned char messages[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 200}};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum ^= assemble(messages[i]);
    return sum != 0 ? 0 : 1;
}
