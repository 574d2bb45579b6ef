// expect: proved
// The smallest char and short are promoted before they are divided.
int main(void)
{
    signed char byte = -128;
    short word = -32768;
    signed char byte_quotient = byte / -1;
    int word_quotient = word / -1;
    word /= -1;
    return byte_quotient == -128 && word_quotient == 32768 && word == -32768 && byte % -1 == 0 ? 0 : 1;
}
