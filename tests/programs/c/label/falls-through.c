// The label is reached by falling through, no goto names it.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
int main(void)
{
    unsigned checksum = 0xffff;
    for (const char *c = "123456789"; *c; c++) {
        checksum ^= (unsigned)*c << 8;
        for (int bit = 0; bit < 8; bit++)
            checksum = (checksum << 1 ^ (checksum & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
    if (checksum != 0x29b1)
        goto done;
ERROR: // expect: refuted label
    checksum = 0;
done:
    return checksum != 0;
}
