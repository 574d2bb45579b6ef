// Nothing is labelled but the end of a block.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
int main(void)
{
    unsigned state = 1;
    while (state != 0) {
        state = state * 5 % 16;
        if (state == 13) goto ERROR;
    }
    {
        state++;
ERROR: } // expect: refuted label
    return 0;
}
